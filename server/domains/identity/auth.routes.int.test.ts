import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createLocalJWKSet, generateKeyPair, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { TEST_PASSWORD, type TestOrganization, type TestPerson } from '../../testing/factories.ts';
import { createTestClient, useTestServer } from '../../testing/http.ts';

const NEW_PASSWORD = 'otra clave segura';

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
    // Each answer has an id of its own.
    expect(wrong.body.error).toEqual({ ...unknown.body.error, requestId: wrong.body.error?.requestId });
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
