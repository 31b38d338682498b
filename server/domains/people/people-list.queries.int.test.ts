import { beforeAll, describe, expect, it } from 'vitest';
import type { UserFilters } from '#shared/people/users.schemas.ts';
import { sortKey } from '#shared/platform/texts/sort-key.ts';
import type { TestLibrary, TestOrganization } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

const NAMES = [
  'Ñuñez',
  'Nuñez',
  'Núñez',
  'Ávila',
  'avila',
  'Zúñiga',
  'Nunes',
  'O’Higgins',
  'Müller',
  'Öz',
  'von Braun',
];

describe.each(testEngines)('lists of people on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let library: TestLibrary;
  let department: string;
  let admin: TestClient;
  let bossName: string;

  beforeAll(async () => {
    const { make, database } = server();
    organization = await make.organization();
    library = await make.library(organization, 'Calidad');
    department = await make.department(organization, 'Área de obras');
    const boss = await make.person(organization, { isAdmin: true, lastname: 'Jefa', firstname: 'Ana' });
    bossName = `${boss.lastname} ${boss.firstname}`;
    for (const [at, lastname] of NAMES.entries())
      await make.person(organization, {
        lastname,
        firstname: at % 2 ? 'José' : 'María',
        email: `p${at}@ejemplo.test`,
        isManager: at === 3,
        enabled: at !== 4,
        ...(at < 3 ? { department } : {}),
        libraries: at % 3 === 0 ? [[library, ['review', 'upload']]] : [],
      });
    await database.db
      .updateTable('users')
      .set({ rut: '12345678-5' })
      .where('email', '=', 'p2@ejemplo.test')
      .execute();
    await make.person(await make.organization(), { lastname: 'Ajena' });
    admin = await server().signIn(boss.email);
  });

  const page = (query: Partial<UserFilters> & { limit?: string; cursor?: string } = {}) =>
    admin.ok('userList', { query });
  const emails = async (query: Partial<UserFilters>): Promise<string[]> =>
    (await page(query)).items.map(({ email }) => email).toSorted();

  it('sorts as Spanish does, page by page, forwards and backwards', async () => {
    const expected = [...NAMES.map((name, at) => `${name} ${at % 2 ? 'José' : 'María'}`), bossName].toSorted(
      (a, b) => (sortKey(a) < sortKey(b) ? -1 : 1),
    );
    for (const sort of ['name', '-name'] as const) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const part = await page({ sort, limit: '5', ...(cursor ? { cursor } : {}) });
        expect(part.total).toBe(NAMES.length + 1);
        found.push(...part.items.map(({ lastname, firstname }) => `${lastname} ${firstname}`));
        cursor = part.nextCursor ?? undefined;
      } while (cursor);
      expect(found).toEqual(sort === 'name' ? expected : expected.toReversed());
    }
  });

  it.each(['email', 'department', 'lastSignIn', 'created'] as const)(
    'walks by %s without losing anybody',
    async (sort) => {
      for (const order of [sort, `-${sort}`] as const) {
        const found = new Set<string>();
        let cursor: string | undefined;
        let pages = 0;
        do {
          const part = await page({ sort: order, limit: '4', ...(cursor ? { cursor } : {}) });
          for (const { _id } of part.items) found.add(_id);
          cursor = part.nextCursor ?? undefined;
          pages += 1;
        } while (cursor);
        expect(found.size).toBe(NAMES.length + 1);
        expect(pages).toBe(3);
      }
    },
  );

  it('finds people by pieces of name, e-mail and RUT, without regard to accents', async () => {
    expect(await emails({ text: 'jose zuñ' })).toEqual(['p5@ejemplo.test']);
    // In Spanish, ñ is a letter of its own.
    expect(await emails({ text: 'nunes' })).toEqual(['p6@ejemplo.test']);
    expect(await emails({ text: '12.345.678-5' })).toEqual(['p2@ejemplo.test']);
    expect(await emails({ text: '12345' })).toEqual(['p2@ejemplo.test']);
    expect(await emails({ text: 'P7@EJEMPLO' })).toEqual(['p7@ejemplo.test']);
    expect(await emails({ text: '%' })).toEqual([]);
    expect(await emails({ text: '\\' })).toEqual([]);
  });

  it('filters by what an admin asks for', async () => {
    expect(await emails({ enabled: 'false' })).toEqual(['p4@ejemplo.test']);
    expect(await emails({ role: 'manager' })).toEqual(['p3@ejemplo.test']);
    expect((await page({ role: 'admin' })).total).toBe(1);
    expect((await page({ role: 'none' })).total).toBe(NAMES.length - 1);
    expect(await emails({ department })).toEqual(['p0@ejemplo.test', 'p1@ejemplo.test', 'p2@ejemplo.test']);
    const members = await page({ group: library.id, sort: 'email' });
    expect(members.items.map(({ email }) => email)).toEqual([0, 3, 6, 9].map((at) => `p${at}@ejemplo.test`));
    expect(members.items[0]).toMatchObject({
      department: { name: 'Área de obras' },
      libraries: [{ group: { name: 'Calidad' }, roles: ['upload', 'review'] }],
      lastSignInAt: null,
    });
  });

  it('takes no cursor of another order, nor a made-up one', async () => {
    const { nextCursor } = await page({ limit: '2' });
    for (const cursor of [nextCursor ?? '', 'x', Buffer.from('{"s":"-name"}').toString('base64url')]) {
      const answer = await admin.call('userList', { query: { sort: '-name', cursor } });
      expect(answer.body.error).toMatchObject({ code: 'invalid', details: { cursor: expect.any(String) } });
    }
  });
});
