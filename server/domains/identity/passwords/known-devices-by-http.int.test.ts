import { beforeAll, describe, expect, it } from 'vitest';
import { TEST_PASSWORD, type TestOrganization } from '../../../testing/factories.ts';
import {
  createTestClient,
  startTestServer,
  type TestServer,
  useOtherProcess,
  useTestServer,
} from '../../../testing/http.ts';
import { mailsOf, readable } from '../../../testing/mail.ts';

const WRONG = 'no es esta clave';
const LIMITS = { perAccount: 3, perAddress: 5 };

/** What a browser has of its cookies after an answer. */
const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');

const asBrowser = (server: TestServer, email: string, password: string, cookie = '') =>
  server.anyone.call(
    'signIn',
    { body: { email, password, client: 'web', device: 'Firefox' } },
    cookie ? { cookie } : {},
  );

const asDesktop = (server: TestServer, email: string, password: string, deviceKey?: string) =>
  server.anyone.call('signIn', {
    body: { email, password, client: 'desktop', ...(deviceKey ? { deviceKey } : {}) },
  });

const keyIn = (body: object): string => ('deviceKey' in body ? String(body.deviceKey) : '');

describe('a device that has signed in before', () => {
  const server = useTestServer({ config: { signInFailures: LIMITS } });
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await server().make.organization();
  });
  const person = () => server().make.person(organization);
  /** Strangers close the account, and the address that everybody has. */
  async function shutOut(email: string): Promise<void> {
    for (const tried of [email, email, email, 'uno@example.cl', 'otra@example.cl'])
      await server().anyone.call('signIn', { body: { email: tried, password: WRONG } });
    const closed = await server().anyone.call('signIn', { body: { email, password: TEST_PASSWORD } });
    expect(closed.status).toBe(429);
  }

  it('may ask for a new password by mail while strangers have used up all that may be asked from there', async () => {
    const { email } = await person();
    const cookie = cookiesOf((await asBrowser(server(), email, TEST_PASSWORD, '')).headers);
    const forgot = (headers = {}) => server().anyone.call('forgotPassword', { body: { email } }, headers);
    for (let tries = 0; tries < 6; tries += 1) await forgot();
    expect((await forgot()).status).toBe(429);
    expect((await forgot({ cookie })).status).toBe(200);
  });

  it('gets in while strangers keep everybody else out, and has a limit of its own', async () => {
    const { email } = await person();
    const other = await person();
    const first = await asBrowser(server(), email, TEST_PASSWORD);
    const cookie = cookiesOf(first.headers);
    expect(cookie).toMatch(/legajo_device=[\w-]{43}/);
    const kept = first.headers.getSetCookie().find((each) => each.startsWith('legajo_device'));
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/api/auth']) expect(kept).toContain(part);
    const desktop = keyIn((await asDesktop(server(), email, TEST_PASSWORD)).body);
    expect(desktop).toMatch(/^[\w-]{43}$/);

    await shutOut(email);
    const forged = `legajo_device=${'A'.repeat(43)}`;
    expect((await asBrowser(server(), email, TEST_PASSWORD, forged)).status).toBe(429);
    // Known to another account only.
    expect((await asBrowser(server(), other.email, TEST_PASSWORD, cookie)).status).toBe(429);
    expect((await asDesktop(server(), email, TEST_PASSWORD, desktop)).status).toBe(200);
    expect((await asBrowser(server(), email, TEST_PASSWORD, cookie)).status).toBe(200);

    for (let tries = 0; tries < 3; tries += 1)
      expect((await asBrowser(server(), email, WRONG, cookie)).status).toBe(401);
    expect((await asBrowser(server(), email, TEST_PASSWORD, cookie)).status).toBe(429);
    expect((await asDesktop(server(), email, TEST_PASSWORD, desktop)).status, 'each by itself').toBe(200);
  });
});

describe('somebody who is signed in', () => {
  const server = useTestServer({ config: { signInFailures: LIMITS } });

  it('changes their password while strangers keep sign-in closed in their name', async () => {
    const { email } = await server().make.person(await server().make.organization());
    const client = await server().signIn(email);
    for (let tries = 0; tries < 6; tries += 1)
      await server().anyone.call('signIn', { body: { email, password: WRONG } });
    const change = { current: TEST_PASSWORD, password: 'una clave nueva' };
    expect((await client.call('changePassword', { body: change })).status).toBe(200);
  });
});

describe('a sign-in from a new device', () => {
  const server = useTestServer();
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await server().make.organization();
  });
  const told = async (to: string): Promise<string[]> =>
    (await mailsOf(server(), to))
      .map(({ raw }) => readable(raw))
      .filter((text) => text.includes('Alguien inició sesión en tu cuenta desde'));

  it('is told by mail, with its name and address; the first one and known ones are not', async () => {
    const { email } = await server().make.person(organization);
    const first = await asBrowser(server(), email, TEST_PASSWORD);
    const cookie = cookiesOf(first.headers);
    await server().anyone.call('signOut', { body: {} }, { cookie });
    await asBrowser(server(), email, TEST_PASSWORD, cookie.replace(/legajo_refresh=[^;]*;? ?/, ''));
    await asDesktop(server(), email, TEST_PASSWORD);
    await expect.poll(() => told(email)).toHaveLength(1);
    const [text] = await told(email);
    for (const part of ['la aplicación de escritorio', '127.0.0.1', 'cambia tu contraseña'])
      expect(text).toContain(part);
  });

  it('by a program that keeps no key is told once for where it calls from', async () => {
    const { email } = await server().make.person(organization);
    await asBrowser(server(), email, TEST_PASSWORD);
    for (let times = 0; times < 3; times += 1) await server().signIn(email, { device: 'respaldo' });
    await server().signIn(email, { device: 'otro' });
    await expect.poll(() => told(email)).toHaveLength(2);
    // What the server knows such a program by is no key that somebody could bring.
    const guess = { email, password: TEST_PASSWORD, deviceKey: 'api respaldo 127.0.0.1' };
    expect((await server().anyone.call('signIn', { body: guess })).status).toBe(400);
  });

  it('is every one again after a password that was set by mail', async () => {
    const { email } = await server().make.person(organization);
    const key = keyIn((await asDesktop(server(), email, TEST_PASSWORD)).body);
    await asBrowser(server(), email, TEST_PASSWORD);
    await expect.poll(() => told(email)).toHaveLength(1);
    await server().anyone.ok('forgotPassword', { body: { email } });
    const codeIn = async () =>
      (await mailsOf(server(), email))
        .map(({ raw }) => /pediste: (\d{6})/.exec(readable(raw))?.[1])
        .find(Boolean) ?? '';
    await expect.poll(codeIn).toMatch(/^\d{6}$/);
    const password = 'otra clave muy segura';
    const body = { email, code: await codeIn(), password };
    const { headers } = await server().anyone.call('resetPassword', { body });
    // The browser in which that was done is known from now on, and no other.
    await asBrowser(server(), email, password, cookiesOf(headers));
    await asDesktop(server(), email, password, key);
    await expect.poll(() => told(email)).toHaveLength(2);
    expect((await told(email)).filter((text) => text.includes('la aplicación de escritorio'))).toHaveLength(
      1,
    );
  });
});

describe('two processes', () => {
  const server = useTestServer({ engine: 'postgres', config: { signInFailures: LIMITS } });
  const other = useOtherProcess(server);

  it('share the count of failed tries', async () => {
    const { email } = await server().make.person(await server().make.organization());
    const clients = [server().anyone, createTestClient(() => other().address)];
    const wrong = async (at: number) =>
      (await clients[at % 2]?.call('signIn', { body: { email, password: WRONG } }))?.status;
    for (let tries = 0; tries < LIMITS.perAccount; tries += 1) expect(await wrong(tries)).toBe(401);
    expect([await wrong(0), await wrong(1)]).toEqual([429, 429]);
  });
});

describe('a password that was hashed at less cost', () => {
  it('is hashed anew when its person signs in, and at no other time', async () => {
    const server = await startTestServer({ config: { passwordHashMs: 1000 } });
    try {
      const { email, id } = await server.make.person(await server.make.organization());
      const stored = async () =>
        (
          await server.database.db
            .selectFrom('passwords')
            .select('hash')
            .where('user_id', '=', id)
            .executeTakeFirstOrThrow()
        ).hash;
      const before = await stored();
      expect(before).toContain('m=64,t=1');
      await server.anyone.call('signIn', { body: { email, password: WRONG } });
      expect(await stored()).toBe(before);
      await server.signIn(email);
      const after = await stored();
      expect(after).toMatch(/m=\d{5},t=[23]/);
      await server.signIn(email);
      expect(await stored()).toBe(after);
    } finally {
      await server.stop();
    }
  });
});
