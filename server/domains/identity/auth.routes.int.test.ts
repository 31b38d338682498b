import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createLocalJWKSet, generateKeyPair, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { TEST_PASSWORD, type TestOrganization, type TestPerson } from '../../testing/factories.ts';
import { createTestClient, type TestServer, useTestServer } from '../../testing/http.ts';
import { mailsOf, readable } from '../../testing/mail.ts';

const NEW_PASSWORD = 'otra clave segura';

/** How many codes were mailed to somebody, or will be. */
async function codesQueued(server: TestServer, to: string): Promise<number> {
  const rows = await server.database.db
    .selectFrom('outbox')
    .select('id')
    .where(sql`payload->'mail'->>'to'`, '=', to)
    .where(sql`payload->'mail'->>'template'`, '=', 'reset')
    .execute();
  return rows.length;
}

describe('sign-in', () => {
  const server = useTestServer();
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await server().make.organization('Constructora Andes SpA');
  });
  const person = (): Promise<TestPerson> => server().make.person(organization);
  const publishedKeys = async (): Promise<JSONWebKeySet> =>
    (await (await server().anyone.fetch('/auth/.well-known/jwks.json')).json()) as JSONWebKeySet;

  it('gives tokens for the right password, and a session that says who is signed in', async () => {
    const manager = await server().make.person(organization, { isManager: true });
    const client = await server().signIn(manager.email.toUpperCase());
    expect(await client.ok('session')).toMatchObject({
      _id: manager.id,
      firstname: manager.firstname,
      email: manager.email,
      organization: { _id: organization.id, name: 'Constructora Andes SpA' },
      roles: ['manager'],
      isAdmin: false,
      isManager: true,
      claims: {
        sub: manager.id,
        org: organization.id,
        email: manager.email,
        given_name: manager.firstname,
        family_name: manager.lastname,
        'cognito:groups': ['manager'],
        aud: 'legajo',
        auth_time: expect.any(Number),
      },
    });
  });

  it('takes a bare token too', async () => {
    const client = await server().signIn((await person()).email);
    const answer = await client.fetch('/session', { headers: { authorization: client.token ?? '' } });
    expect(answer.status).toBe(200);
  });

  it('answers alike for an unknown address and a wrong password', async () => {
    const { email } = await person();
    const wrong = await server().anyone.call('signIn', { body: { email, password: 'no es esta' } });
    const unknown = await server().anyone.call('signIn', {
      body: { email: 'nadie@legajo.test', password: 'no es esta' },
    });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual(unknown.body);
    expect(unknown.body.error?.code).toBe('bad_credentials');
  });

  it('tells that an account is disabled only to who knows its password', async () => {
    const { email } = await server().make.person(organization, { enabled: false });
    const right = await server().anyone.call('signIn', { body: { email, password: TEST_PASSWORD } });
    const wrong = await server().anyone.call('signIn', { body: { email, password: 'no es esta' } });
    expect(right.body.error?.code).toBe('disabled');
    expect(wrong.body.error?.code).toBe('bad_credentials');
  });

  it('asks for an own password at the first sign-in, once', async () => {
    const { email } = await server().make.person(organization, { temporary: true });
    const { anyone } = server();
    const asked = await anyone.ok('signIn', { body: { email, password: TEST_PASSWORD } });
    if (!('challenge' in asked)) throw new Error('no challenge');
    expect(asked.challenge).toBe('NEW_PASSWORD_REQUIRED');
    const { session } = asked;

    const short = await anyone.call('answerChallenge', { body: { session, newPassword: 'corta' } });
    expect(short.status).toBe(422);
    expect(short.body.error).toMatchObject({ code: 'password_policy', details: { min: 10 } });
    const same = await anyone.call('answerChallenge', { body: { session, newPassword: TEST_PASSWORD } });
    expect(same.body.error?.code).toBe('password_policy');
    const missing = await anyone.call('answerChallenge', { body: { session } });
    expect(missing.body.error?.code).toBe('invalid');

    const tokens = await anyone.ok('answerChallenge', { body: { session, newPassword: NEW_PASSWORD } });
    if ('challenge' in tokens) throw new Error('asked for more');
    const client = createTestClient(() => server().url, tokens);
    expect((await client.ok('session')).email).toBe(email);
    const again = await anyone.call('answerChallenge', { body: { session, newPassword: 'y otra distinta' } });
    expect(again.body.error?.code).toBe('bad_code');
    await server().signIn(email, { password: NEW_PASSWORD });
  });

  it('never takes one kind of token for another', async () => {
    const { email } = await server().make.person(organization, { temporary: true });
    const asked = await server().anyone.ok('signIn', { body: { email, password: TEST_PASSWORD } });
    if (!('challenge' in asked)) throw new Error('no challenge');
    const asIdentity = createTestClient(() => server().url, { idToken: asked.session });
    expect((await asIdentity.call('session')).status).toBe(401);
    const client = await server().signIn((await person()).email);
    const asChallenge = await server().anyone.call('answerChallenge', {
      body: { session: client.token ?? '', newPassword: NEW_PASSWORD },
    });
    expect(asChallenge.body.error?.code).toBe('bad_code');
  });

  it('refuses tokens that it did not sign, or that say how not to check them', async () => {
    const someone = await person();
    const { privateKey } = await generateKeyPair('ES256');
    const { keys } = await publishedKeys();
    const claims = { sub: someone.id, org: organization.id };
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: keys[0]?.kid ?? '' })
      .setIssuer(server().config.publicUrl)
      .setAudience('legajo')
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey);
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const unsigned = `${encode({ alg: 'none' })}.${encode({ ...claims, exp: 9_999_999_999 })}.`;
    for (const idToken of [forged, unsigned, 'x', '..', 'a.b.c', '']) {
      const answer = await createTestClient(() => server().url, { idToken }).call('session');
      expect(answer.status).toBe(401);
      expect(answer.body.error?.code).toBe('unauthenticated');
    }
  });

  it('publishes keys that verify its tokens, and keeps them for its owner alone', async () => {
    const client = await server().signIn((await person()).email);
    const jwks = await publishedKeys();
    const verified = await jwtVerify(client.token ?? '', createLocalJWKSet(jwks), { audience: 'legajo' });
    expect(verified.payload.iss).toBe(server().config.publicUrl);
    expect(JSON.stringify(jwks)).not.toContain('"d"');
    const folder = join(server().config.dataDir, 'keys');
    const modes = await Promise.all(
      ['.', ...(await readdir(folder))].map(async (name) => (await stat(join(folder, name))).mode & 0o777),
    );
    expect(modes).toEqual([0o700, ...modes.slice(1).map(() => 0o600)]);
    expect(modes).toHaveLength(3);
  });

  it('still takes its tokens after a restart', async () => {
    const client = await server().signIn((await person()).email);
    await server().restart();
    await client.ok('session');
    await server().anyone.ok('refresh', { body: { refreshToken: client.refreshToken ?? '' } });
  });

  it('ends an identity token after its hour', async () => {
    const client = await server().signIn((await person()).email);
    server().advance(3590);
    await client.ok('session');
    server().advance(30);
    expect((await client.call('session')).status).toBe(401);
  });

  it('ends the session at sign-out, its identity token with it', async () => {
    const client = await server().signIn((await person()).email);
    await client.ok('signOut', { body: { refreshToken: client.refreshToken ?? '' } });
    expect((await client.call('session')).status).toBe(401);
    const refreshed = await client.call('refresh', { body: { refreshToken: client.refreshToken ?? '' } });
    expect(refreshed.status).toBe(401);
    await client.ok('signOut', { body: { refreshToken: 'no existe' } });
  });

  it('changes one’s own password and ends one’s other sessions alone', async () => {
    const { email } = await person();
    const [here, elsewhere] = [await server().signIn(email), await server().signIn(email)];
    const wrong = await here.call('changePassword', {
      body: { current: 'no es esta', password: NEW_PASSWORD },
    });
    expect(wrong.body.error?.code).toBe('bad_credentials');
    const short = await here.call('changePassword', { body: { current: TEST_PASSWORD, password: 'corta' } });
    expect(short.body.error?.code).toBe('password_policy');
    await here.ok('changePassword', { body: { current: TEST_PASSWORD, password: NEW_PASSWORD } });
    await here.ok('session');
    expect((await elsewhere.call('session')).status).toBe(401);
    await server().signIn(email, { password: NEW_PASSWORD });
  });

  it('takes the password policy from the organization’s settings', async () => {
    const strict = await server().make.organization();
    await server()
      .database.db.updateTable('organizations')
      .set({ settings: JSON.stringify({ passwordMin: 20 }) })
      .where('id', '=', strict.id)
      .execute();
    const client = await server().signIn((await server().make.person(strict)).email);
    const short = await client.call('changePassword', {
      body: { current: TEST_PASSWORD, password: NEW_PASSWORD },
    });
    expect(short.body.error).toMatchObject({
      details: { min: 20 },
      message: 'La contraseña debe tener al menos 20 caracteres.',
    });
  });
});

describe('a forgotten password', () => {
  const server = useTestServer();
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await server().make.organization();
  });

  /** Asks for a code, and reads it in the mail: the first that came, or a later one. */
  const codeFor = async (email: string, before: readonly string[] = []): Promise<string> => {
    await server().anyone.ok('forgotPassword', { body: { email } });
    return vi.waitFor(
      async () => {
        const mails = await mailsOf(server(), email);
        const codes = mails.map(({ raw }) => /lo pediste: (\d{6})/.exec(readable(raw))?.[1] ?? '');
        const code = codes.find((each) => !before.includes(each));
        if (!code) throw new Error('no mail yet');
        return code;
      },
      { timeout: 10_000 },
    );
  };
  const reset = (email: string, code: string) =>
    server().anyone.call('resetPassword', { body: { email, code, password: NEW_PASSWORD } });
  const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  it('is set anew with the mailed code, once, and ends every session', async () => {
    const { email } = await server().make.person(organization);
    const before = await server().signIn(email);
    const code = await codeFor(email);
    expect(code).toMatch(/^\d{6}$/);
    expect((await reset(email, code)).status).toBe(200);
    expect((await before.call('session')).status).toBe(401);
    await server().signIn(email, { password: NEW_PASSWORD });
    expect((await reset(email, code)).body.error?.code).toBe('bad_code');
  });

  it('stores the code neither plainly nor guessably', async () => {
    const someone = await server().make.person(organization);
    const code = await codeFor(someone.email);
    const row = await server()
      .database.db.selectFrom('reset_codes')
      .selectAll()
      .where('user_id', '=', someone.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(code);
    expect(row.code_hash).toHaveLength(43);
  });

  it('answers alike for an unknown and for a disabled person, and mails neither', async () => {
    const disabled = await server().make.person(organization, { enabled: false });
    for (const email of ['nadie@legajo.test', disabled.email]) {
      expect(await server().anyone.ok('forgotPassword', { body: { email } })).toEqual({ ok: true });
      expect(await codesQueued(server(), email)).toBe(0);
      expect((await reset(email, '123456')).body.error?.code).toBe('bad_code');
    }
  });

  it('tells nobody by its time who is known: what is refused takes as long for everybody', async () => {
    const known = await server().make.person(organization);
    const disabled = await server().make.person(organization, { enabled: false });
    const password = 'no es la suya 1';
    for (const email of [known.email, disabled.email, 'nadie@legajo.test']) {
      const calls = [
        () => server().anyone.call('signIn', { body: { email, password, client: 'api' } }),
        () => reset(email, '123456'),
        () => server().anyone.call('forgotPassword', { body: { email } }),
      ];
      for (const call of calls) {
        const began = performance.now();
        await call();
        // Far longer than any of the work takes; timers may be a little early.
        expect(performance.now() - began).toBeGreaterThan(240);
      }
    }
  });

  it('spends a code after five wrong tries', async () => {
    const { email } = await server().make.person(organization);
    const code = await codeFor(email);
    for (let tries = 0; tries < 5; tries += 1)
      expect((await reset(email, otherThan(code))).body.error?.code).toBe('bad_code');
    expect((await reset(email, code)).body.error?.code).toBe('bad_code');
  });

  it('mails at most one code a minute, and ends it after fifteen', async () => {
    const { email } = await server().make.person(organization);
    const code = await codeFor(email);
    await server().anyone.ok('forgotPassword', { body: { email } });
    expect(await codesQueued(server(), email)).toBe(1);
    server().advance(15 * 60 + 1);
    expect((await reset(email, code)).body.error?.code).toBe('bad_code');
    const fresh = await codeFor(email, [code]);
    expect(await codesQueued(server(), email)).toBe(2);
    expect((await reset(email, fresh)).status).toBe(200);
  });

  it('keeps the code when the new password is too short', async () => {
    const { email } = await server().make.person(organization);
    const code = await codeFor(email);
    const short = await server().anyone.call('resetPassword', { body: { email, code, password: 'corta' } });
    expect(short.body.error?.code).toBe('password_policy');
    expect((await reset(email, code)).status).toBe(200);
  });
});
