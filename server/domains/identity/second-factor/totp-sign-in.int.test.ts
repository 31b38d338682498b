import { beforeAll, describe, expect, it } from 'vitest';
import { runCommandHere, runServerCommand } from '../../../testing/command.ts';
import { TEST_PASSWORD, type TestOrganization } from '../../../testing/factories.ts';
import { createTestClient, type TestServer, useTestServer } from '../../../testing/http.ts';
import { mailsOf, readable } from '../../../testing/mail.ts';
import { oneAfterTheOther } from '../../../testing/races/races.ts';
import { answer, authenticator, challengeOf, enter, verify } from '../../../testing/second-factor.ts';
import { testEngines } from '../../../testing/test-database.ts';

const STEP = 30;

/** The actions of somebody's audit trail about them, and all that it says. */
async function audited(server: TestServer, user: string): Promise<{ actions: string[]; text: string }> {
  const rows = await server.database.db
    .selectFrom('audit_events')
    .select(['action', 'before', 'after'])
    .where('target_id', '=', user)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return { actions: rows.map((row) => row.action), text: JSON.stringify(rows) };
}

const mailed = (server: TestServer, to: string, words: string) =>
  expect
    .poll(async () => (await mailsOf(server, to)).map(({ raw }) => readable(raw)).join('\n'))
    .toContain(words);

describe.each(testEngines)('two-step sign-in on %s', (engine) => {
  const server = useTestServer({
    engine,
    config: { signInFailures: { perAccount: 10, perAddress: 10_000 } },
  });
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await server().make.organization();
  });
  const person = (values = {}) => server().make.person(organization, values);

  it('counts only once a code has confirmed it, and asks for the password to begin', async () => {
    const someone = await person();
    const client = await server().signIn(someone.email);
    const wrong = await client.call('totpSetup', { body: { password: 'no es esta' } });
    expect(wrong.body.error?.code).toBe('bad_credentials');

    const first = await client.ok('totpSetup', { body: { password: TEST_PASSWORD } });
    expect((await client.ok('access')).totp).toBeNull();
    await server().signIn(someone.email);
    // Begun anew: what the first picture held is void.
    const second = await client.ok('totpSetup', { body: { password: TEST_PASSWORD } });
    const now = () => server().running.services.deps.now().getTime();
    const old = await client.call('totpConfirm', { body: { code: authenticator(first.secret, now)() } });
    expect(old.body.error?.code).toBe('bad_code');
    for (const code of ['12345', 'abcdef', '', 'abcde-fghjk']) {
      const refused = await client.call('totpConfirm', { body: { code } });
      expect(refused.body.error).toMatchObject({
        code: 'invalid',
        details: { code: 'El código tiene 6 dígitos.' },
      });
    }

    const code = authenticator(second.secret, now)();
    const { recoveryCodes } = await client.ok('totpConfirm', {
      body: { code: `${code.slice(0, 3)} ${code.slice(3)} ` },
    });
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const each of recoveryCodes) expect(each).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect((await client.ok('access')).totp).toMatchObject({ recoveryCodes: 10 });
    const again = await client.call('totpConfirm', { body: { code } });
    expect(again.body.error?.code).toBe('totp_on');
    const anew = await client.call('totpSetup', { body: { password: TEST_PASSWORD } });
    expect(anew.body.error?.code).toBe('totp_on');

    const { actions, text } = await audited(server(), someone.id);
    expect(actions).toContain('totp.enabled');
    for (const secret of [first.secret, second.secret, ...recoveryCodes]) expect(text).not.toContain(secret);
    await mailed(server(), someone.email, 'te pediremos también un código');
  });

  it('ends a beginning that nobody went on with', async () => {
    const someone = await person();
    const client = await server().signIn(someone.email);
    const { secret } = await client.ok('totpSetup', { body: { password: TEST_PASSWORD } });
    const { db } = server().database;
    const long = new Date(Date.now() - 2 * 3600_000);
    await db.updateTable('totp').set({ begun_at: long }).where('user_id', '=', someone.id).execute();
    const code = authenticator(secret, () => server().running.services.deps.now().getTime())();
    expect((await client.call('totpConfirm', { body: { code } })).body.error?.code).toBe('totp_off');
  });

  it('keeps nothing in the database that signs anybody in', async () => {
    const { person: someone, code, recoveryCodes } = await verify(server(), await person());
    const { db } = server().database;
    const rows = JSON.stringify([
      await db.selectFrom('totp').selectAll().where('user_id', '=', someone.id).execute(),
      await db.selectFrom('recovery_codes').selectAll().where('user_id', '=', someone.id).execute(),
      await db.selectFrom('idempotency').selectAll().execute(),
    ]);
    for (const secret of [code(), ...recoveryCodes, ...recoveryCodes.map((each) => each.replace('-', ''))])
      expect(rows).not.toContain(secret);
    // Sealed for one person, it opens for nobody else.
    const other = await verify(server(), await person());
    const { secret } = await db
      .selectFrom('totp')
      .select('secret')
      .where('user_id', '=', someone.id)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('totp')
      .set({ secret, last_step: null })
      .where('user_id', '=', other.person.id)
      .execute();
    expect((await answer(server(), other.person.email, code(1))).body.error?.code).toBe('bad_code');
  });

  it('asks for a code after the password, takes each once, and clocks that are one step off', async () => {
    server().stopClock();
    const { person: someone, code } = await verify(server(), await person());
    const session = await challengeOf(server(), someone.email);
    const none = await server().anyone.call('answerChallenge', { body: { session } });
    expect(none.body.error).toMatchObject({ code: 'invalid', details: { code: 'Falta este dato.' } });
    const used = await server().anyone.call('answerChallenge', { body: { session, code: code() } });
    expect(used.body.error).toMatchObject({ code: 'bad_code', details: { used: true } });

    const client = await enter(server(), someone.email, code(1));
    expect((await client.ok('session')).email).toBe(someone.email);
    for (const steps of [1, 0, -1, 2])
      expect((await answer(server(), someone.email, code(steps))).body.error?.code).toBe('bad_code');
    server().advance(3 * STEP);
    // A phone that is slow, then one that is right, then never the slow one again.
    await enter(server(), someone.email, code(-1));
    await enter(server(), someone.email, code());
    expect((await answer(server(), someone.email, code(-1))).body.error?.code).toBe('bad_code');
  });

  it('takes each recovery code once, however it is typed, and says how many are left', async () => {
    const { person: someone, client, recoveryCodes } = await verify(server(), await person());
    const [first = '', second = ''] = recoveryCodes;
    await enter(server(), someone.email, first);
    expect((await answer(server(), someone.email, first)).body.error?.code).toBe('bad_code');
    await enter(server(), someone.email, ` ${second.toUpperCase().replace('-', ' ')} `);
    expect((await client.ok('access')).totp).toMatchObject({ recoveryCodes: 8 });
    await mailed(server(), someone.email, 'Te quedan 8');
    expect((await answer(server(), someone.email, 'aaaaa-aaaaa')).body.error?.code).toBe('bad_code');
    expect(
      (await audited(server(), someone.id)).actions.filter((each) => each === 'totp.recovery_used'),
    ).toHaveLength(2);
  });

  it('asks for the code before it lets a temporary password be replaced', async () => {
    const { person: someone, code } = await verify(server(), await person(), true);
    const { anyone } = server();
    const session = await challengeOf(server(), someone.email);
    // The code's challenge takes no password, and a wrong code leads nowhere.
    const skipped = await anyone.call('answerChallenge', {
      body: { session, newPassword: 'otra clave segura' },
    });
    expect(skipped.body.error?.code).toBe('invalid');
    const next = await anyone.ok('answerChallenge', { body: { session, code: code(1) } });
    if (!('challenge' in next)) throw new Error('let in');
    expect(next.challenge).toBe('NEW_PASSWORD_REQUIRED');
    const tokens = await anyone.ok('answerChallenge', {
      body: { session: next.session, newPassword: 'otra clave segura' },
    });
    if ('challenge' in tokens) throw new Error('asked for more');
    await createTestClient(() => server().url, tokens).ok('session');
  });

  it('limits tries at codes, whoever knows the password', async () => {
    const { person: someone, code } = await verify(server(), await person());
    const { email } = someone;
    for (let tries = 0; tries < 10; tries += 1)
      expect((await answer(server(), email, '000000')).body.error?.code).toBe('bad_code');
    const blocked = await answer(server(), email, code(1));
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is turned off by password and code together', async () => {
    const { person: someone, client, code } = await verify(server(), await person());
    const off = (body: { password: string; code: string }) => client.call('totpDisable', { body });
    expect((await off({ password: 'no es esta', code: code(1) })).body.error?.code).toBe('bad_credentials');
    expect((await off({ password: TEST_PASSWORD, code: '000000' })).body.error?.code).toBe('bad_code');
    expect((await off({ password: TEST_PASSWORD, code: code() })).body.error?.code).toBe('bad_code');
    expect((await client.ok('access')).totp).not.toBeNull();
    // Neither refusal has spent the code.
    expect((await off({ password: TEST_PASSWORD, code: code(1) })).status).toBe(200);
    expect((await client.ok('access')).totp).toBeNull();
    await server().signIn(someone.email);
    expect((await off({ password: TEST_PASSWORD, code: code(1) })).body.error?.code).toBe('totp_off');
    await mailed(server(), someone.email, 'para iniciar sesión basta tu contraseña');
  });

  it('gives new recovery codes, and voids those before them', async () => {
    const { person: someone, client, code, recoveryCodes } = await verify(server(), await person());
    const body = { password: TEST_PASSWORD, code: code(1) };
    const fresh = (await client.ok('totpRecovery', { body })).recoveryCodes;
    expect(fresh.filter((each) => recoveryCodes.includes(each))).toEqual([]);
    expect((await answer(server(), someone.email, recoveryCodes[0] ?? '')).body.error?.code).toBe('bad_code');
    await enter(server(), someone.email, fresh[0] ?? '');
    // A code of the app is spent by this as by a sign-in.
    expect((await client.call('totpRecovery', { body })).body.error?.code).toBe('bad_code');
  });

  it('is taken off by an admin, who is named to its person', async () => {
    const admin = await person({ isAdmin: true, firstname: 'Ana', lastname: 'Muñoz' });
    const { person: someone, recoveryCodes } = await verify(server(), await person());
    const boss = await server().signIn(admin.email);
    expect((await boss.ok('userAccess', { params: { id: someone.id } })).totp).toMatchObject({
      recoveryCodes: 10,
    });
    const pending = await challengeOf(server(), someone.email);
    await boss.ok('userTotpReset', { params: { id: someone.id } });
    await server().signIn(someone.email);
    const late = await server().anyone.call('answerChallenge', {
      body: { session: pending, code: recoveryCodes[0] ?? '' },
    });
    expect(late.body.error?.code).toBe('bad_code');
    await mailed(server(), someone.email, 'Ana Muñoz, que administra tu organización');
    // Once more is no event.
    await boss.ok('userTotpReset', { params: { id: someone.id } });
    const resets = (await audited(server(), someone.id)).actions.filter((each) => each === 'totp.reset');
    expect(resets).toHaveLength(1);
    const foreign = await server().make.person(await server().make.organization(), { isAdmin: true });
    const stranger = await server().signIn(foreign.email);
    expect((await stranger.call('userTotpReset', { params: { id: someone.id } })).status).toBe(404);
  });

  it('lets one of two sign-ins with the same code in', async () => {
    if (engine === 'pglite') return;
    const { person: someone, code, recoveryCodes } = await verify(server(), await person());
    for (const each of [code(1), recoveryCodes[0] ?? '']) {
      const sessions = [
        await challengeOf(server(), someone.email),
        await challengeOf(server(), someone.email),
      ];
      const answers = await oneAfterTheOther(
        server(),
        { user: someone.id },
        sessions.map(
          (session) => () => server().anyone.call('answerChallenge', { body: { session, code: each } }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 401]);
      expect(answers[1]?.body.error?.code).toBe('bad_code');
    }
  });
});

describe('a lone admin who lost their phone', () => {
  const server = useTestServer({ engine: 'postgres' });

  it('is let in by a command at the server, which tells them and the trail', async () => {
    const lost = await server().make.person(await server().make.organization(), { isAdmin: true });
    await verify(server(), lost);
    const command = async (mail: string[], run = runCommandHere) => {
      const env = { DATABASE_URL: server().database.url, DATA_DIR: server().config.dataDir };
      const { code, lines } = await run('totp-reset.ts', mail, env);
      return `${code} ${lines.join('\n')}`;
    };
    expect(await command([])).toMatch(/^1 Uso:/);
    expect(await command(['nadie@legajo.test'])).toBe('1 Nadie tiene ese correo en esta instalación.');
    await challengeOf(server(), lost.email);
    expect(await command([lost.email.toUpperCase()], runServerCommand)).toMatch(/^0 Listo/);
    await server().signIn(lost.email);
    await mailed(server(), lost.email, 'Quien administra el servidor quitó');
    expect(await command([lost.email])).toBe('0 Esa cuenta ya entra solo con su contraseña.');
    const resets = (await audited(server(), lost.id)).actions.filter((each) => each === 'totp.reset');
    expect(resets).toHaveLength(1);
  });
});
