import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { IdentityToken, SessionState } from '#shared/ipc/desktop.ts';
import { createCredentials, type SecretStore } from './credentials.ts';
import { createSession } from './session.ts';

/** The authentication calls of a server that rotates refresh tokens, over real HTTP. */
const pool = {
  issued: 0,
  current: '',
  refreshes: 0,
  mode: 'well' as 'well' | 'refusing' | 'broken',
  /** The keys by which computers asked to be known again. */
  keys: [] as (string | undefined)[],
};
const KEY = 'k'.repeat(43);
let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text) as Partial<
      Record<'password' | 'refreshToken' | 'session' | 'code' | 'deviceKey', string>
    >;
    const answer = (status: number, value: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    const refuse = (code: string) => answer(401, { error: { code, message: 'No.' } });
    if (pool.mode === 'broken') return answer(502, 'Bad gateway');
    if (request.url === '/api/auth/sign-out') return answer(200, { ok: true });
    if (request.url === '/api/auth/refresh') {
      pool.refreshes += 1;
      if (pool.mode === 'refusing' || body.refreshToken !== pool.current) return refuse('unauthenticated');
    } else if (request.url === '/api/auth/challenge') {
      if (body.session === 'código')
        return body.code === '123456'
          ? answer(200, { challenge: 'NEW_PASSWORD_REQUIRED', session: 's' })
          : refuse('bad_code');
      if (body.session !== 's') return refuse('bad_code');
    } else if (body.password === 'con código') {
      return answer(200, { challenge: 'TOTP', session: 'código' });
    } else if (body.password === 'primera') {
      return answer(200, { challenge: 'NEW_PASSWORD_REQUIRED', session: 's' });
    } else if (body.password !== 'Legajo-2026') {
      return refuse('bad_credentials');
    }
    pool.issued += 1;
    pool.current = `refresh-${pool.issued}`;
    const renewal = request.url === '/api/auth/refresh';
    if (!renewal) pool.keys.push(body.deviceKey);
    const tokens = { idToken: `id-${pool.issued}`, refreshToken: pool.current, expiresIn: 3600 };
    answer(200, renewal ? tokens : { ...tokens, deviceKey: body.deviceKey ?? KEY });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((closed) => server.close(closed)));
beforeEach(() => Object.assign(pool, { issued: 0, current: '', refreshes: 0, mode: 'well', keys: [] }));

/** A secret store as the system's; `absent` refuses what is written, as keytar's does without a keyring. */
function secretStore({ absent = false } = {}): SecretStore & { readonly secrets: Map<string, string> } {
  const secrets = new Map<string, string>();
  return {
    secrets,
    getPassword: async (_service, account) => secrets.get(account) ?? null,
    setPassword: async (_service, account, secret) => {
      if (absent) throw new Error("Couldn't access platform storage");
      secrets.set(account, secret);
    },
    deletePassword: async (_service, account) => secrets.delete(account),
  };
}

async function open(store = secretStore()) {
  const clock = { now: 1_000_000, dateIsOff: 0 };
  const states: SessionState[] = [];
  const identities: (IdentityToken | null)[] = [];
  const session = createSession({
    fetch,
    credentials: createCredentials(store),
    now: () => clock.now + clock.dateIsOff,
    elapsed: () => clock.now,
    device: 'escritorio',
    onChange: (state) => states.push(state),
    onIdentity: (identity) => identities.push(identity),
  });
  await session.switchTo(origin);
  return { session, clock, states, identities, store };
}
const ana = { email: 'ana@legajo.test', password: 'Legajo-2026' };

test('the refresh token goes to the secret store, the page gets the identity token', async () => {
  const { session, store, identities } = await open();
  expect(await session.signIn(ana)).toEqual({ signedIn: true, kept: 'keyring' });
  expect(Object.fromEntries(store.secrets)).toEqual({ [origin]: 'refresh-1', [`${origin} device`]: KEY });
  expect(await session.token({ fresh: false })).toEqual({ idToken: 'id-1', expiresAt: 4_600_000 });
  expect(identities.at(-1)).toMatchObject({ idToken: 'id-1' });
  expect(pool.refreshes).toBe(0);
});

test('without a secret store it stays in memory, and says so', async () => {
  const { session, store } = await open(secretStore({ absent: true }));
  expect(await session.signIn(ana)).toEqual({ signedIn: true, kept: 'memory' });
  expect(store.secrets.size).toBe(0);
  expect(await session.token({ fresh: true })).toMatchObject({ idToken: 'id-1' });
});

test('a second start is still signed in, and renews with the kept token', async () => {
  const first = await open();
  await first.session.signIn(ana);
  const second = await open(first.store);
  expect(second.session.state().signedIn).toBe(true);
  expect(await second.session.token({ fresh: false })).toMatchObject({ idToken: 'id-2' });
  expect(first.store.secrets.get(origin)).toBe('refresh-2');
});

test('a token near its end is renewed once, however many ask', async () => {
  const { session, clock } = await open();
  await session.signIn(ana);
  clock.now += 3_590_000;
  const tokens = await Promise.all([1, 2, 3].map(() => session.token({ fresh: false })));
  expect(new Set(tokens.map((token) => token.idToken))).toEqual(new Set(['id-2']));
  expect(pool.refreshes).toBe(1);
});

test.each([
  ['back', -3],
  ['forward', 3],
])('with the date set %s by three days, a refused or ended token is renewed once', async (_, days) => {
  const { session, clock } = await open();
  await session.signIn(ana);
  clock.dateIsOff = days * 86_400_000;
  // The server refused the one that the engine has: it must not get the same again for three days.
  clock.now += 3_000;
  expect(await session.token({ fresh: true })).toMatchObject({ idToken: 'id-2' });
  expect(await session.token({ fresh: false })).toMatchObject({ idToken: 'id-2' });
  clock.now += 3_590_000;
  expect(await session.token({ fresh: false })).toMatchObject({ idToken: 'id-3' });
  expect(pool.refreshes).toBe(2);
});

test('a refused refresh token ends the session and is forgotten', async () => {
  const { session, clock, store, states, identities } = await open();
  await session.signIn(ana);
  pool.mode = 'refusing';
  clock.now += 3_600_000;
  await expect(session.token({ fresh: false })).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(states.at(-1)).toMatchObject({ signedIn: false });
  expect(identities.at(-1)).toBeNull();
  expect(store.secrets.has(origin)).toBe(false);
});

test('a server that does not answer well is no end of the session', async () => {
  const { session, clock, store } = await open();
  await session.signIn(ana);
  pool.mode = 'broken';
  clock.now += 3_600_000;
  await expect(session.token({ fresh: false })).rejects.toMatchObject({ code: 'offline' });
  expect(session.state().signedIn).toBe(true);
  expect(store.secrets.get(origin)).toBe('refresh-1');
  pool.mode = 'well';
  expect(await session.token({ fresh: false })).toMatchObject({ idToken: 'id-2' });
});

test('a wrong password and a challenge leave nobody signed in', async () => {
  const { session } = await open();
  await expect(session.signIn({ ...ana, password: 'otra' })).rejects.toMatchObject({
    code: 'bad_credentials',
  });
  expect(await session.signIn({ ...ana, password: 'primera' })).toMatchObject({
    challenge: 'NEW_PASSWORD_REQUIRED',
  });
  expect(session.state().signedIn).toBe(false);
  await expect(session.token({ fresh: false })).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await session.answerChallenge({ session: 's', newPassword: 'Legajo-2027' })).toMatchObject({
    signedIn: true,
  });
});

test('one answer may not be all: a code first, then a password of one’s own', async () => {
  const { session } = await open();
  expect(await session.signIn({ ...ana, password: 'con código' })).toEqual({
    challenge: 'TOTP',
    session: 'código',
  });
  await expect(session.answerChallenge({ session: 'código', code: '000000' })).rejects.toMatchObject({
    code: 'bad_code',
  });
  expect(await session.answerChallenge({ session: 'código', code: '123456' })).toMatchObject({
    challenge: 'NEW_PASSWORD_REQUIRED',
  });
  expect(session.state().signedIn).toBe(false);
  expect(await session.answerChallenge({ session: 's', newPassword: 'Legajo-2027' })).toMatchObject({
    signedIn: true,
  });
});

test('signing out works without the server', async () => {
  const { session, store, identities } = await open();
  await session.signIn(ana);
  pool.mode = 'broken';
  expect(await session.signOut()).toMatchObject({ signedIn: false });
  expect(store.secrets.has(origin)).toBe(false);
  expect(identities.at(-1)).toBeNull();
});

test('a computer is known again at the next sign-in, after signing out and after a restart', async () => {
  const { session, store } = await open();
  await session.signIn({ email: 'ana@andes.cl', password: 'Legajo-2026' });
  await session.signOut();
  const again = await open(store);
  await again.session.signIn({ email: 'ana@andes.cl', password: 'primera' });
  await again.session.answerChallenge({ session: 's', newPassword: 'otra' });
  expect(pool.keys).toEqual([undefined, KEY]);
});
