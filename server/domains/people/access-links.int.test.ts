import { beforeAll, describe, expect, it } from 'vitest';
import { readResetLink } from '#shared/identity/reset-secrets.ts';
import { newId } from '../../platform/ids.ts';
import { TEST_PASSWORD, type TestOrganization, type TestPerson } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { mailsOf, readable } from '../../testing/mail.ts';
import { said } from '../../testing/races/race-fixture.ts';
import { oneAfterTheOther } from '../../testing/races/races.ts';
import { testEngines } from '../../testing/test-database.ts';
import { endAllSessions } from '../identity/end-all-sessions.ts';

const password = 'una frase propia 7';
const HOURS = 3600;

describe.each(testEngines)('access links on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let boss: TestPerson;
  let admin: TestClient;
  beforeAll(async () => {
    organization = await server().make.organization();
    boss = await server().make.person(organization, { isAdmin: true });
    admin = await server().signIn(boss.email);
  });

  const invite = () => server().make.person(organization);
  const ask = (id: string, by = admin) => by.call('userAccessLink', { params: { id } });
  const secretIn = (url: string): string => readResetLink(new URL(url).hash)?.secret ?? '';
  const linkFor = async ({ id }: TestPerson): Promise<string> =>
    secretIn((await admin.ok('userAccessLink', { params: { id } })).url);
  const enter = ({ email }: TestPerson, code: string) =>
    server().anyone.call('resetPassword', { body: { email, code, password } });
  const look = ({ email }: TestPerson, secret: string) =>
    server().anyone.call('welcome', { body: { email, secret } });

  it('say who invites where, and set a password once', async () => {
    const person = await invite();
    const before = (await mailsOf(server())).length;
    const { url } = await admin.ok('userAccessLink', { params: { id: person.id } });
    expect(readResetLink(new URL(url).hash)).toEqual({
      ...{ email: person.email, secret: secretIn(url), first: true },
    });
    const { body } = await look(person, secretIn(url));
    expect(body).toMatchObject({
      organization: organization.name,
      invitedBy: `${boss.firstname} ${boss.lastname}`,
    });
    // Nothing is mailed: the admin hands it over.
    expect((await mailsOf(server())).length).toBe(before);
    expect(said(await enter(person, secretIn(url)))).toBe('200');
    expect(await server().anyone.ok('signIn', { body: { email: person.email, password } })).toHaveProperty(
      'idToken',
    );
    expect(said(await enter(person, secretIn(url)))).toBe('401 bad_code');
    expect(said(await look(person, secretIn(url)))).toBe('401 bad_code');
  });

  it('end after 72 hours, with a newer one, a new invitation, another address, and the account', async () => {
    const late = await invite();
    const first = await linkFor(late);
    server().advance(72 * HOURS - 60);
    expect(said(await look(late, first))).toBe('200');
    server().advance(61);
    expect(said(await look(late, first))).toBe('401 bad_code');
    expect(said(await enter(late, first))).toBe('401 bad_code');
    admin = await server().signIn(boss.email);

    const ends: readonly ((params: { id: string }) => Promise<unknown>)[] = [
      (params) => admin.ok('userAccessLink', { params }),
      (params) => admin.ok('userResetPassword', { params }),
      (params) => admin.ok('userUpdate', { params, body: { email: `p${newId()}@legajo.test` } }),
      async (params) => {
        await admin.ok('userDisable', { params });
        await admin.ok('userEnable', { params });
      },
      async ({ id }) => {
        const { email } = await admin.ok('userGet', { params: { id } });
        await endAllSessions(server().running.services.deps, { email });
      },
    ];
    for (const end of ends) {
      const person = await invite();
      const secret = await linkFor(person);
      await end({ id: person.id });
      const { email } = await admin.ok('userGet', { params: { id: person.id } });
      expect(said(await enter({ ...person, email }, secret))).toBe('401 bad_code');
    }
  });

  it('open nobody’s account who has signed in, also where they were made before', async () => {
    const person = await invite();
    const secret = await linkFor(person);
    await server().signIn(person.email);
    expect(said(await look(person, secret))).toBe('401 bad_code');
    expect(said(await enter(person, secret))).toBe('401 bad_code');
    expect(
      await server().anyone.ok('signIn', { body: { email: person.email, password: TEST_PASSWORD } }),
    ).toHaveProperty('idToken');
    expect(said(await ask(person.id))).toBe('409 conflict');
    const off = await invite();
    await admin.ok('userDisable', { params: { id: off.id } });
    expect(said(await ask(off.id))).toBe('422 user_disabled');
    expect(said(await ask(newId()))).toBe('404 not_found');
  });

  it('are nobody else’s, and are kept as hashes, in the audit trail without their secret', async () => {
    const [person, other] = [await invite(), await invite()];
    const secret = await linkFor(person);
    expect(said(await enter(other, secret))).toBe('401 bad_code');
    const { db } = server().database;
    const rows = await db.selectFrom('access_links').selectAll().where('user_id', '=', person.id).execute();
    expect(rows).toMatchObject([{ made_by: boss.id }]);
    const events = await db
      .selectFrom('audit_events')
      .selectAll()
      .where('target_id', '=', person.id)
      .where('action', '=', 'user.access_link')
      .execute();
    expect(events).toMatchObject([{ actor: boss.id }]);
    expect(JSON.stringify([rows, events])).not.toContain(secret);
  });

  it('come as a table for everybody whom an import created, without those who are in already', async () => {
    const text = `Nombres;Apellidos;Correo\n=1+1;Rojas;eva${engine}@legajo.test\nLuis;Soto;luis${engine}@legajo.test\n`;
    const file = { name: 'personas.csv', data: Buffer.from(text).toString('base64') };
    const { rows } = await admin.ok('userImport', { body: { file } });
    const users = rows.map(({ user }) => user ?? '');
    const present = await invite();
    await server().signIn(present.email);
    const answer = await admin.ok('userAccessLinks', { body: { users: [...users, present.id] } });
    const lines = Buffer.from(answer.data, 'base64').toString('utf8').trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^"?'=1\+1"?;Rojas;eva/);
    expect(lines.join()).not.toContain(present.email);
    const secret = secretIn(/https?:\S+?(?=;)/.exec(lines[2] ?? '')?.[0] ?? 'http://none');
    const body = { email: `luis${engine}@legajo.test`, code: secret, password };
    expect(said(await server().anyone.call('resetPassword', { body }))).toBe('200');
    const nobody = await admin.call('userAccessLinks', { body: { users: [present.id] } });
    expect(said(nobody)).toBe('409 conflict');
  });

  it('are not needed by who gets the mail: it says who invites where, at first and again', async () => {
    const email = `mail-${engine}@legajo.test`;
    const body = { email, firstname: 'Eva', lastname: 'Toro' };
    const { _id: id } = await admin.ok('userCreate', { body });
    await admin.ok('userResetPassword', { params: { id } });
    await expect.poll(async () => (await mailsOf(server(), email)).length).toBe(2);
    for (const { raw } of await mailsOf(server(), email))
      expect(readable(raw)).toContain(
        `${boss.firstname} ${boss.lastname} te invita a Legajo, donde están los documentos de ${organization.name}.`,
      );
  });

  it('tell admins alone whether mail leaves', async () => {
    expect(await admin.ok('session')).toMatchObject({ mailLeaves: false });
    const { email } = await invite();
    expect(await (await server().signIn(email)).ok('session')).not.toHaveProperty('mailLeaves');
  });

  if (engine === 'pglite') return;

  it('let one of two in who use one at the same moment', async () => {
    const person = await invite();
    const secret = await linkFor(person);
    const other = 'otra frase propia 8';
    const by = (typed: string) => () =>
      server().anyone.call('resetPassword', { body: { email: person.email, code: secret, password: typed } });
    const answers = await oneAfterTheOther(server(), { table: 'access_links' }, [by(password), by(other)]);
    expect(answers.map(said).sort()).toEqual(['200', '401 bad_code']);
    const won = answers[0]?.status === 200 ? password : other;
    expect(
      await server().anyone.ok('signIn', { body: { email: person.email, password: won } }),
    ).toHaveProperty('idToken');
  });
});
