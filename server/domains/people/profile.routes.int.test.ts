import { beforeAll, describe, expect, it } from 'vitest';
import { TEST_PASSWORD, type TestOrganization } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

describe.each(testEngines)('one’s own account on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await server().make.organization();
  });
  const person = (values = {}) => server().make.person(organization, values);
  const events = async (target: string) =>
    server()
      .database.db.selectFrom('audit_events')
      .select(['action', 'actor', 'before', 'after'])
      .where('target_id', '=', target)
      .orderBy('at')
      .orderBy('id')
      .execute();
  const sidOf = async (client: TestClient): Promise<string> =>
    String((await client.ok('session')).claims.sid);

  it('shows what is kept of one, and what the password must be', async () => {
    const department = await server().make.department(organization, 'Calidad');
    const someone = await person({ department, isManager: true });
    const client = await server().signIn(someone.email);
    expect(await client.ok('profile')).toMatchObject({
      _id: someone.id,
      firstname: someone.firstname,
      email: someone.email,
      rut: null,
      department: { _id: department, name: 'Calidad' },
      roles: ['manager'],
      passwordMin: 10,
    });
  });

  it('takes one’s own name, by which documents are found then, and nothing else', async () => {
    const library = await server().make.library(organization);
    const someone = await person({ libraries: [[library, ['upload']]] });
    const record = await server().make.record(library, someone);
    const client = await server().signIn(someone.email);
    const body = { firstname: ' Ximena ', lastname: 'Ñuñoa Pérez', email: 'otra@legajo.test', isAdmin: true };
    expect(await client.ok('profileUpdate', { body })).toMatchObject({
      firstname: 'Ximena',
      lastname: 'Ñuñoa Pérez',
      email: someone.email,
      roles: [],
    });
    expect(await client.ok('session')).toMatchObject({ firstname: 'Ximena', email: someone.email });
    const found = await client.ok('recordSearch', { query: { text: 'Ximena' } });
    expect(found.items.map((item) => item._id)).toEqual([record.id]);
    const [event, ...others] = (await events(someone.id)).filter(({ action }) => action === 'user.updated');
    expect(event).toMatchObject({
      actor: someone.id,
      before: { firstname: someone.firstname, lastname: someone.lastname },
      after: { firstname: 'Ximena', lastname: 'Ñuñoa Pérez' },
    });
    expect(others).toEqual([]);
    // The same again is no event.
    await client.ok('profileUpdate', { body });
    expect((await events(someone.id)).filter(({ action }) => action === 'user.updated')).toHaveLength(1);
  });

  it('says at its field what is wrong with a name, and keeps the old one', async () => {
    const someone = await person();
    const client = await server().signIn(someone.email);
    const wrong = [
      [{ firstname: '   ', lastname: 'Soto' }, { firstname: 'Escribe algo aquí.' }],
      [{ firstname: 'Eva', lastname: 'x'.repeat(81) }, { lastname: 'Escribe a lo más 80 caracteres.' }],
      [{ firstname: 'E\u202eva', lastname: 'Soto' }, { firstname: 'Quita los caracteres que no se ven.' }],
    ] as const;
    for (const [body, details] of wrong)
      expect((await client.call('profileUpdate', { body })).body.error).toMatchObject({
        code: 'invalid',
        details,
      });
    expect(await client.ok('profile')).toMatchObject({
      firstname: someone.firstname,
      lastname: someone.lastname,
    });
  });

  it('lists where one is signed in, and marks this one', async () => {
    const someone = await person();
    const here = await server().signIn(someone.email, { device: 'Firefox en Linux' });
    const desktop = await server().signIn(someone.email, { client: 'desktop', device: 'notebook-ana' });
    const made = await desktop.ok('clientCreate', { body: { name: 'Notebook de Ana', platform: 'linux' } });
    const over = await server().signIn(someone.email);
    await over.ok('signOut', { body: { refreshToken: over.refreshToken ?? '' } });

    const { sessions, desktops } = await here.ok('access');
    expect(sessions).toHaveLength(2);
    expect(sessions.find((each) => each.current)).toMatchObject({
      _id: await sidOf(here),
      client: 'api',
      device: 'Firefox en Linux',
      desktop: null,
    });
    expect(sessions.find((each) => !each.current)).toMatchObject({
      client: 'desktop',
      device: 'notebook-ana',
      desktop: { _id: made._id, name: 'Notebook de Ana' },
    });
    expect(desktops).toMatchObject([{ _id: made._id, online: false }]);
    server().advance(31 * 86_400);
    const later = await server().signIn(someone.email);
    expect((await later.ok('access')).sessions).toHaveLength(1);
  });

  it('ends one session, or all but this one', async () => {
    const someone = await person();
    const [here, second, third, fourth] = [
      await server().signIn(someone.email),
      await server().signIn(someone.email, { device: 'Otro' }),
      await server().signIn(someone.email),
      await server().signIn(someone.email),
    ];
    const id = await sidOf(second);
    await here.ok('sessionEnd', { params: { id } });
    expect((await second.call('session')).status).toBe(401);
    const refreshed = await second.call('refresh', { body: { refreshToken: second.refreshToken ?? '' } });
    expect(refreshed.status).toBe(401);
    expect((await here.call('sessionEnd', { params: { id } })).status).toBe(404);
    expect(await here.ok('sessionsEnd')).toEqual({ ended: 2 });
    for (const each of [third, fourth]) expect((await each.call('session')).status).toBe(401);
    expect(await here.ok('sessionsEnd')).toEqual({ ended: 0 });
    await here.ok('session');
    const told = (await events(someone.id)).filter(({ action }) => /^sessions?\.ended$/.test(action));
    expect(told).toMatchObject([
      { action: 'session.ended', before: { session: id, device: 'Otro' } },
      { action: 'sessions.ended', after: { ended: 2 } },
    ]);
  });

  it('ends nobody else’s, but for an admin those of their organization', async () => {
    const [someone, other] = [await person(), await person()];
    const [mine, theirs] = [await server().signIn(someone.email), await server().signIn(other.email)];
    const params = { id: someone.id, session: await sidOf(mine) };
    expect((await theirs.call('sessionEnd', { params: { id: params.session } })).status).toBe(404);
    expect((await theirs.call('userSessionEnd', { params })).status).toBe(403);

    const admin = await person({ isAdmin: true });
    const [boss, elsewhere] = [await server().signIn(admin.email), await server().signIn(admin.email)];
    expect((await boss.ok('userAccess', { params: { id: someone.id } })).sessions).toMatchObject([
      { _id: params.session, current: false },
    ]);
    // Somebody's session under somebody else's name is not there.
    const crossed = await boss.call('userSessionEnd', { params: { ...params, id: other.id } });
    expect(crossed.status).toBe(404);
    await boss.ok('userSessionEnd', { params });
    expect((await mine.call('session')).status).toBe(401);
    expect(await boss.ok('userSessionsEnd', { params: { id: other.id } })).toEqual({ ended: 1 });
    expect((await theirs.call('session')).status).toBe(401);
    // One's own, as an admin of oneself: this one stays.
    expect(await boss.ok('userSessionsEnd', { params: { id: admin.id } })).toEqual({ ended: 1 });
    expect((await elsewhere.call('session')).status).toBe(401);
    await boss.ok('session');
    const [event] = (await events(other.id)).filter(({ action }) => action === 'sessions.ended');
    expect(event).toMatchObject({ actor: admin.id });
  });

  it('renames a desktop', async () => {
    const someone = await person();
    const client = await server().signIn(someone.email);
    const { _id: id } = await client.ok('clientCreate', { body: { name: 'pc-0042', platform: 'win32' } });
    const rename = (who: TestClient, name: string) =>
      who.call('clientUpdate', { params: { id }, body: { name } });
    expect((await rename(client, '  ')).body.error).toMatchObject({
      details: { name: 'Escribe algo aquí.' },
    });
    expect((await rename(client, ' Computador de la oficina ')).body.name).toBe('Computador de la oficina');
    expect(await client.ok('clients')).toMatchObject([{ name: 'Computador de la oficina' }]);
    const stranger = await server().signIn((await person()).email);
    expect((await rename(stranger, 'Mío')).status).toBe(404);
    await client.ok('clientDelete', { params: { id } });
    expect((await rename(client, 'Tarde')).status).toBe(404);
    expect(await events(id)).toMatchObject([
      { action: 'client.register' },
      { action: 'client.rename', before: { name: 'pc-0042' }, after: { name: 'Computador de la oficina' } },
      { action: 'client.revoke' },
    ]);
  });

  it('keeps the password where the current one is wrong, and says so at its field by its code', async () => {
    const someone = await person();
    const client = await server().signIn(someone.email);
    const body = { current: 'no es esta', password: 'otra clave segura' };
    expect((await client.call('changePassword', { body })).body.error?.code).toBe('bad_credentials');
    await server().signIn(someone.email, { password: TEST_PASSWORD });
  });
});
