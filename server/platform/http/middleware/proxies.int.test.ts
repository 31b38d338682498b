import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { TEST_PASSWORD } from '../../../testing/factories.ts';
import { type TestServer, useTestServer } from '../../../testing/http.ts';

const FAILURES = 5;
const limits = { signInFailures: { perAccount: 1000, perAddress: FAILURES } };

async function somebody(server: TestServer): Promise<string> {
  return (await server.make.person(await server.make.organization())).email;
}

/** A sign-in as a proxy hands it on. */
async function signIn(
  server: TestServer,
  email: string,
  headers: Record<string, string>,
  password = TEST_PASSWORD,
): Promise<{ status: number; code: string | undefined }> {
  const response = await server.anyone.fetch('/auth/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, password, client: 'api' }),
  });
  const { error } = (await response.json()) as { error?: { code: string } };
  return { status: response.status, code: error?.code };
}

describe('a proxy that nobody told the server of', () => {
  const server = useTestServer({ config: { ...limits, trustProxy: 0 } });
  let email: string;
  beforeAll(async () => {
    email = await somebody(server());
  });

  it.each([
    ['x-forwarded-for', '203.0.113.9'],
    ['forwarded', 'for=203.0.113.9'],
    ['x-real-ip', '203.0.113.9'],
    ['x-client-ip', '203.0.113.9'],
    ['true-client-ip', '203.0.113.9'],
    ['cf-connecting-ip', '203.0.113.9'],
    ['x-cluster-client-ip', '203.0.113.9'],
    ['x-original-for', '203.0.113.9'],
    ['x-original-forwarded-for', '203.0.113.9'],
    ['fly-client-ip', '203.0.113.9'],
    ['x-azure-clientip', '203.0.113.9'],
    ['x-appengine-user-ip', '203.0.113.9'],
    ['x-remote-addr', '203.0.113.9'],
    ['x-envoy-external-address', '203.0.113.9'],
  ])(
    'has each of its calls refused that says so by %s, and nobody else is kept out by them',
    async (name, value) => {
      const headers = { [name]: value };
      for (let tries = 0; tries < 3 * FAILURES; tries += 1) {
        expect(await signIn(server(), email, headers, 'no es esta')).toEqual({
          status: 503,
          code: 'proxy_not_trusted',
        });
      }
      expect((await signIn(server(), email, {})).status).toBe(200);
      expect((await server().anyone.fetch('/health', { headers })).status).toBe(503);
      expect((await server().anyone.fetch('/health')).status).toBe(200);
    },
  );

  it('opens no socket', async () => {
    const ws = new WebSocket(`${server().url.replace('http', 'ws')}/api/realtime`, {
      headers: { 'x-forwarded-for': '203.0.113.9' },
    });
    ws.on('error', () => undefined);
    const [, response] = (await once(ws, 'unexpected-response')) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(503);
    ws.terminate();
  });
});

describe('a proxy that the server was told of', () => {
  const server = useTestServer({ config: { ...limits, trustProxy: 1 } });

  it('has the failures of each of its clients counted apart, whatever they claim themselves', async () => {
    const email = await somebody(server());
    for (let tries = 0; tries < FAILURES; tries += 1) {
      const claimed = { 'x-forwarded-for': `198.51.100.${tries}, 203.0.113.9` };
      expect((await signIn(server(), email, claimed, 'no es esta')).status).toBe(401);
    }
    expect((await signIn(server(), email, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(429);
    expect((await signIn(server(), email, { 'x-forwarded-for': '203.0.113.10' })).status).toBe(200);
  });

  it.each([
    ['203.0.113.20:port', (port: number) => `203.0.113.20:${port}`, '203.0.113.20'],
    ['[2001:db8:9:2::5]:port', (port: number) => `[2001:db8:9:2::5]:${port}`, '2001:db8:9:2::5'],
    ['no address', (port: number) => `unknown${port}`, 'nadie'],
  ])('has one count of a client that it names as %s', async (_, named, plain) => {
    const email = await somebody(server());
    for (let tries = 0; tries < FAILURES; tries += 1) {
      const headers = { 'x-forwarded-for': named(2000 + tries) };
      expect((await signIn(server(), email, headers, 'no es esta')).status).toBe(401);
    }
    for (const again of [named(3000), plain])
      expect((await signIn(server(), email, { 'x-forwarded-for': again })).status).toBe(429);
    expect((await signIn(server(), email, { 'x-forwarded-for': '203.0.113.30:2000' })).status).toBe(200);
  });

  it('is refused where it says for whom by another header than the one that is read', async () => {
    const email = await somebody(server());
    expect((await signIn(server(), email, { 'x-real-ip': '203.0.113.9' })).code).toBe('proxy_not_trusted');
    const both = { 'x-real-ip': '203.0.113.11', 'x-forwarded-for': '203.0.113.11' };
    expect((await signIn(server(), email, both)).status).toBe(200);
  });
});
