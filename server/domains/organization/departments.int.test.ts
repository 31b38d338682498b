import { beforeAll, describe, expect, it } from 'vitest';
import type { TestOrganization } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

const NOBODY = '01a2b3c4-0000-7000-8000-000000000000';

describe.each(testEngines)('departments on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let admin: TestClient;

  beforeAll(async () => {
    organization = await server().make.organization();
    admin = await server().signIn((await server().make.person(organization, { isAdmin: true })).email);
  });

  const create = (name: string, parent: string | null = null) =>
    admin.ok('departmentCreate', { body: { name, parent } });
  const said = async (
    answer: Promise<{ status: number; body: { error?: { code: string; details?: unknown } | undefined } }>,
  ) => {
    const { status, body } = await answer;
    return [status, body.error?.code, body.error?.details];
  };

  it('form a tree with heads, and count what hangs on them', async () => {
    const { make } = server();
    const head = await make.person(organization, { firstname: 'Eva', lastname: 'Ríos' });
    const top = await create('Gerencia');
    const made = await admin.ok('departmentCreate', {
      body: { name: 'Operaciones', parent: top._id, head: head.id },
    });
    expect(made).toMatchObject({
      ...{ name: 'Operaciones', parent: top._id, people: 0, libraries: 0, rev: 0 },
      head: { _id: head.id, firstname: 'Eva', lastname: 'Ríos' },
    });
    await make.person(organization, { department: made._id });
    await admin.ok('groupCreate', { body: { name: 'Obras', department: made._id } });
    const row = (await admin.ok('departments')).find(({ _id }) => _id === made._id);
    expect(row).toMatchObject({ people: 1, libraries: 1 });
  });

  it('do not move below themselves, near or far', async () => {
    const a = await create('A1');
    const b = await create('B1', a._id);
    const c = await create('C1', b._id);
    const move = (id: string, parent: string | null) =>
      said(admin.call('departmentUpdate', { params: { id }, body: { parent } }));
    const cycle = [
      422,
      'department_cycle',
      { parent: 'Un departamento no puede quedar dentro de sí mismo.' },
    ];
    expect(await move(a._id, a._id)).toEqual(cycle);
    expect(await move(a._id, c._id)).toEqual(cycle);
    expect((await move(c._id, null))[0]).toBe(200);
    expect((await move(a._id, c._id))[0]).toBe(200);
  });

  it('keep names apart in one place, whatever their case, accents and Unicode form', async () => {
    const top = await create('Zona sur');
    await create('Prevención', top._id);
    for (const name of ['prevención', 'PREVENCION', 'Prevencio\u0301n', ' Prevención ']) {
      expect(await said(admin.call('departmentCreate', { body: { name, parent: top._id } }))).toEqual([
        409,
        'department_taken',
        { name: 'Ya hay un departamento con ese nombre en ese lugar.' },
      ]);
    }
    // Elsewhere it is another one; there is no room for it here, though.
    const away = await create('Prevención');
    const moved = admin.call('departmentUpdate', { params: { id: away._id }, body: { parent: top._id } });
    expect((await said(moved))[1]).toBe('department_taken');
  });

  it('refuse what is not there, at its field', async () => {
    const body = { name: 'Nuevo', parent: NOBODY };
    expect(await said(admin.call('departmentCreate', { body }))).toEqual([
      400,
      'invalid',
      { parent: 'Ese departamento ya no existe.' },
    ]);
    expect(
      (await said(admin.call('departmentCreate', { body: { name: 'Nuevo', head: NOBODY } })))[2],
    ).toEqual({
      head: 'Esa persona ya no está en la organización.',
    });
    const gone = await server().make.person(organization, { enabled: false });
    expect((await said(admin.call('departmentCreate', { body: { name: 'Nuevo', head: gone.id } })))[1]).toBe(
      'invalid',
    );
    const foreign = await server().make.department(await server().make.organization());
    expect((await said(admin.call('departmentUpdate', { params: { id: foreign }, body: {} })))[0]).toBe(404);
  });

  it('go when nothing hangs on them, and else say what does', async () => {
    const { make } = server();
    const top = await create('Por cerrar');
    const below = await create('Sección', top._id);
    const person = await make.person(organization, { department: top._id });
    const library = await admin.ok('groupCreate', { body: { name: 'Cierre', department: top._id } });
    const remove = () => admin.call('departmentDelete', { params: { id: top._id } });
    const refused = await remove();
    expect(refused.status).toBe(422);
    expect(refused.body.error).toMatchObject({
      message: 'No se puede eliminar: tiene 1 departamento debajo, 1 persona y 1 biblioteca.',
      details: { by: ['departments', 'people', 'libraries'] },
    });
    await admin.ok('departmentDelete', { params: { id: below._id } });
    await admin.ok('userUpdate', { params: { id: person.id }, body: { department: null } });
    await admin.ok('groupUpdate', { params: { id: library._id }, body: { department: null } });
    expect((await remove()).status).toBe(200);
    expect((await admin.ok('departments')).map(({ _id }) => _id)).not.toContain(top._id);
    const trail = await server()
      .database.db.selectFrom('audit_events')
      .select(['action', 'before'])
      .where('target_id', '=', top._id)
      .orderBy('id')
      .execute();
    expect(trail.map(({ action }) => action)).toEqual(['department.create', 'department.delete']);
  });

  it('tell whoever looks at an old picture of one', async () => {
    const made = await create('De antes');
    const params = { id: made._id };
    await admin.ok('departmentUpdate', { params, body: { name: 'De ahora', rev: made.rev } });
    const late = await admin.call('departmentUpdate', { params, body: { name: 'Mío', rev: made.rev } });
    expect(late.status).toBe(409);
    expect(late.body.error).toMatchObject({
      code: 'rev_changed',
      details: { current: { name: 'De ahora', rev: made.rev + 1 } },
    });
  });
});
