import { describe, expect, it } from 'vitest';
import { userCreate, userUpdate } from '#shared/people/users.schemas.ts';
import { createBody, NOBODY, type PersonValues, updateBody } from './person-values.ts';

const [ONE, TWO, THREE] = ['1', '2', '3'].map((digit) => `01a2b3c4-0000-7000-8000-00000000000${digit}`);

describe('the fields of a person', () => {
  const ana: PersonValues = {
    ...{ firstname: 'Ana', lastname: 'Soto', email: 'ana@legajo.test', rut: '12.345.678-5' },
    ...{ department: ONE ?? '', admin: true, manager: false },
    libraries: [
      { group: ONE ?? '', roles: ['upload'] },
      { group: TWO ?? '', roles: [] },
    ],
  };

  it('become what makes somebody', () => {
    expect(userCreate.parse(createBody({ ...NOBODY, ...ana }))).toMatchObject({
      rut: '12345678-5',
      roles: ['admin'],
      libraries: ana.libraries,
    });
    expect(createBody({ ...ana, rut: ' ' }).rut).toBeNull();
  });

  it('send only what differs', () => {
    expect(updateBody(ana, { ...ana, firstname: 'Ana ' })).toEqual({});
    const body = updateBody(ana, {
      ...{ ...ana, lastname: 'Vera', rut: '', department: null, admin: false },
      libraries: [
        { group: ONE ?? '', roles: ['upload', 'publish'] },
        { group: THREE ?? '', roles: [] },
      ],
    });
    expect(body).toEqual({
      ...{ lastname: 'Vera', rut: null, department: null, roles: [] },
      libraries: [
        { group: ONE, roles: ['upload', 'publish'] },
        { group: THREE, roles: [] },
        { group: TWO, roles: null },
      ],
    });
    expect(userUpdate.safeParse(body).success).toBe(true);
  });
});
