import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditedActions } from '../../testing/audit.ts';
import { eventually } from '../../testing/eventually.ts';
import type { TestLibrary, TestOrganization, TestPerson } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { mailsOf, readable } from '../../testing/mail.ts';
import { testEngines } from '../../testing/test-database.ts';

const _NOBODY = '01a2b3c4-0000-7000-8000-000000000000';

describe.each(testEngines)('people on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let library: TestLibrary;
  let reader: TestPerson;
  let admin: TestClient;
  let stranger: TestPerson;

  beforeAll(async () => {
    const { make } = server();
    organization = await make.organization();
    library = await make.library(organization);
    const boss = await make.person(organization, { isAdmin: true, lastname: 'Ávila' });
    reader = await make.person(organization, { lastname: 'Ñuñez', libraries: [[library, []]] });
    stranger = await make.person(await make.organization(), { isAdmin: true });
    admin = await server().signIn(boss.email);
  });

  const audits = (target: string) => auditedActions(server(), target);
  const announcedTo = async (user: string): Promise<number> => {
    const rows = await server()
      .database.db.selectFrom('outbox')
      .select('id')
      .where('kind', '=', 'access.changed')
      .where(sql`payload->>'user'`, '=', user)
      .execute();
    return rows.length;
  };
  const create = (values: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    admin.call(
      'userCreate',
      { body: { email: 'nueva@legajo.test', firstname: 'Nuria', lastname: 'Núñez', ...values } as never },
      headers,
    );

  it('are seen by members of a library: names, but e-mail and the rest only one’s own', async () => {
    const client = await server().signIn(reader.email);
    const list = await client.ok('usersByOrganization');
    expect(list.map((each) => each.lastname)).toEqual(['Ávila', 'Ñuñez']);
    expect(list[0]).toEqual({
      _id: expect.any(String),
      firstname: expect.any(String),
      lastname: 'Ávila',
      enabled: true,
    });
    expect(list[1]).toMatchObject({ email: reader.email, roles: [], department: null, rut: null });
    const seen = await admin.ok('usersByOrganization');
    expect(seen.every((each) => each.email !== undefined)).toBe(true);
  });

  it('are hidden, with their departments, from somebody without a library', async () => {
    const nobody = await server().make.person(organization);
    await server().make.department(organization, 'Calidad', nobody);
    const client = await server().signIn(nobody.email);
    expect(await client.ok('usersByOrganization')).toEqual([]);
    expect(await client.ok('departmentsByOrganization')).toEqual([]);
    expect(await client.ok('groupsByOrganization')).toEqual([]);
    expect(await client.ok('groupsByMember')).toEqual([]);
    expect(await admin.ok('departmentsByOrganization')).toMatchObject([
      { name: 'Calidad', parent: null, head: { _id: nobody.id } },
    ]);
  });

  it('are made by an admin, and sign in first with the password of the mail', async () => {
    const made = await create({ email: 'Primera@Legajo.Test', rut: '12.345.678-5', roles: ['manager'] });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      email: 'primera@legajo.test',
      rut: '12345678-5',
      roles: ['manager'],
      enabled: true,
      lastSignInAt: null,
    });
    expect(JSON.stringify(made.body)).not.toContain('assword');
    const email = 'primera@legajo.test';
    const password = await eventually(async () => {
      const [mail] = await mailsOf(server(), email);
      const found = /Contraseña temporal: (\w{14})/.exec(readable(mail?.raw ?? ''))?.[1];
      if (!found) throw new Error('no mail yet');
      return found;
    });
    const asked = await server().anyone.ok('signIn', { body: { email, password } });
    expect(asked).toMatchObject({ challenge: 'NEW_PASSWORD_REQUIRED' });
    expect(await audits(made.body._id)).toEqual(['user.created']);
  });

  it('are made once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'crear-a-una-persona' };
    const first = await create({ email: 'unica@legajo.test' }, headers);
    const again = await create({ email: 'unica@legajo.test' }, headers);
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    const other = await create({ email: 'otra@legajo.test' }, headers);
    expect(other.body.error?.code).toBe('idempotency_mismatch');
  });

  it('are made once by calls of one Idempotency-Key at the same moment', async () => {
    const headers = { 'idempotency-key': 'crear-a-la-vez' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => create({ email: 'alavez@legajo.test' }, headers)),
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map((answer) => answer.body._id)).size).toBe(1);
  });

  it('share no e-mail in the whole installation', async () => {
    const taken = await create({ email: stranger.email });
    expect(taken.status).toBe(409);
    expect(taken.body.error?.code).toBe('email_taken');
    const renamed = await admin.call('userUpdate', {
      params: { id: reader.id },
      body: { email: stranger.email },
    });
    expect(renamed.body.error?.code).toBe('email_taken');
  });

  it('are changed field by field', async () => {
    const department = await server().make.department(organization, 'Obras');
    const person = await server().make.person(organization);
    const changed = await admin.ok('userUpdate', {
      params: { id: person.id },
      body: { department, rut: '11111111-1' },
    });
    expect(changed).toMatchObject({
      firstname: person.firstname,
      rut: '11111111-1',
      department: { _id: department, name: 'Obras' },
    });
    const cleared = await admin.ok('userUpdate', { params: { id: person.id }, body: { department: null } });
    expect(cleared).toMatchObject({ department: null, rut: '11111111-1' });
    const foreign = await server().make.department(await server().make.organization());
    const refused = await admin.call('userUpdate', {
      params: { id: person.id },
      body: { department: foreign },
    });
    expect(refused.body.error).toMatchObject({
      code: 'invalid',
      details: { department: expect.any(String) },
    });
    expect(await audits(person.id)).toEqual(['user.updated', 'user.updated']);
  });

  it('of another organization are not there', async () => {
    const params = { id: stranger.id };
    for (const name of ['userGet', 'userDelete', 'userEnable', 'userDisable', 'userGroups'] as const)
      expect((await admin.call(name, { params })).status).toBe(404);
    expect((await admin.call('userUpdate', { params, body: { firstname: 'Otro' } })).status).toBe(404);
    const group = { ...params, name: 'admin' as const };
    expect((await admin.call('userGroupAdd', { params: group })).status).toBe(404);
    expect((await admin.call('userGroupRemove', { params: group })).status).toBe(404);
  });

  it('are removed only without history, and what stands against it is named', async () => {
    const fresh = await server().make.person(organization, { libraries: [[library, ['upload']]] });
    const author = await server().make.person(organization, { libraries: [[library, ['upload']]] });
    await server().make.record(library, author);
    expect(await admin.ok('userDelete', { params: { id: fresh.id } })).toEqual({ ok: true });
    expect((await admin.call('userGet', { params: { id: fresh.id } })).status).toBe(404);
    const refused = await admin.call('userDelete', { params: { id: author.id } });
    expect(refused.status).toBe(422);
    expect(refused.body.error).toMatchObject({
      code: 'referenced',
      details: { by: ['records', 'authorship', 'versions'] },
      message: expect.stringContaining('documentos creados'),
    });
  });

  it('that are disabled are out at their next call, and in again once enabled', async () => {
    const person = await server().make.person(organization, { libraries: [[library, []]] });
    const client = await server().signIn(person.email);
    expect(await admin.ok('userDisable', { params: { id: person.id } })).toMatchObject({ enabled: false });
    const out = await client.call('session');
    expect(out.status).toBe(401);
    expect(out.body.error?.code).toBe('disabled');
    const refreshToken = client.refreshToken ?? '';
    expect((await client.call('refresh', { body: { refreshToken } })).body.error?.code).toBe('disabled');
    expect(await announcedTo(person.id)).toBe(1);

    await admin.ok('userEnable', { params: { id: person.id } });
    expect((await client.call('session')).body.error?.code).toBe('unauthenticated');
    expect((await client.call('refresh', { body: { refreshToken } })).body.error?.code).toBe(
      'unauthenticated',
    );
    await server().signIn(person.email);
    expect(await audits(person.id)).toEqual([
      'session.started',
      'user.disabled',
      'user.enabled',
      'session.started',
    ]);
  });

  it('belong to directory groups, which take effect at once', async () => {
    const person = await server().make.person(organization);
    const client = await server().signIn(person.email);
    expect(await admin.ok('directoryGroups')).toEqual(['admin', 'manager']);
    const params = { id: person.id, name: 'manager' as const };
    expect(await admin.ok('userGroupAdd', { params })).toEqual(['manager']);
    expect(await admin.ok('userGroupAdd', { params })).toEqual(['manager']);
    expect(await client.ok('session')).toMatchObject({ isManager: true, roles: ['manager'] });
    expect(await admin.ok('userGroups', { params: { id: person.id } })).toEqual(['manager']);
    expect(await admin.ok('userGroupRemove', { params })).toEqual([]);
    expect(await audits(person.id)).toEqual([
      'session.started',
      'user.groups_changed',
      'user.groups_changed',
    ]);
    expect(await announcedTo(person.id)).toBe(2);
  });

  it('are not managed by anybody but an admin', async () => {
    const client = await server().signIn(reader.email);
    expect((await client.call('userGet', { params: { id: reader.id } })).status).toBe(403);
    const params = { id: reader.id, name: 'admin' as const };
    expect((await client.call('userGroupAdd', { params })).status).toBe(403);
  });
});
