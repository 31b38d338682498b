import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Config } from '../../config.ts';
import { demoEmail } from '../../demo/organization.ts';
import { TEST_PASSWORD } from '../../testing/factories.ts';
import { startTestServer, type TestServer } from '../../testing/http.ts';

interface Answered {
  readonly status: number;
  readonly code: string | undefined;
  readonly refreshToken: string | undefined;
  readonly idToken: string | undefined;
}

/** A call with headers that `fetch` sets by itself; a POST where it has a body. */
function send(
  server: TestServer,
  path: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(`${server.running.address}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    });
    sent.on('error', reject).on('response', async (response) => {
      const text = (await response.setEncoding('utf8').toArray()).join('');
      const { error, refreshToken, idToken } = JSON.parse(text) as {
        error?: { code: string };
        refreshToken?: string;
        idToken?: string;
      };
      resolve({ status: response.statusCode ?? 0, code: error?.code, refreshToken, idToken });
    });
    sent.end(body && JSON.stringify(body));
  });
}
const post = (server: TestServer, path: string, body: object, headers: Record<string, string>) =>
  send(server, path, body, headers);

/** What a socket is told first after it has sent a token. */
async function firstFrame(
  server: TestServer,
  token: string,
  headers: Record<string, string>,
): Promise<string> {
  const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}/api/realtime`, { headers });
  onTestFinished(() => socket.terminate());
  socket.on('open', () => socket.send(JSON.stringify({ frame: 'auth', token })));
  const [data] = await once(socket, 'message');
  return (JSON.parse(String(data)) as { frame: string }).frame;
}

const servers: TestServer[] = [];
/** Without a demo of its own, which takes long to make: whose account it is is told by its address. */
async function serverWith(config: Partial<Config>): Promise<TestServer> {
  const server = await startTestServer({ config });
  servers.push(server);
  const organization = await server.make.organization();
  await server.make.person(organization, { email: demoEmail('admin') });
  await server.make.person(organization, { email: 'ana@andes.cl' });
  return server;
}
const signIn = (server: TestServer, email: string, headers: Record<string, string> = {}) =>
  post(server, '/auth/sign-in', { email, password: TEST_PASSWORD, client: 'api' }, headers);

afterAll(async () => {
  for (const server of servers) await server.stop();
});

describe('the people of the demo, whose password is published', () => {
  let server: TestServer;
  beforeAll(async () => {
    // A proxy's header is looked at, not refused as such.
    server = await serverWith({ trustProxy: 1 });
  });

  it.each([
    ['as a program calls it', {}],
    ['as a browser on this machine does', { origin: 'http://localhost:4870' }],
    ['as the desktop app does', { origin: 'app://legajo' }],
    ['by its name', { host: 'localhost:4870' }],
    ['by its address of the sixth version', { host: '[::1]:4870', origin: 'http://[::1]:4870' }],
  ])('come in from the server’s own machine, %s', async (_, headers) => {
    expect(await signIn(server, demoEmail('admin'), headers)).toMatchObject({ status: 200 });
  });

  it('are refused with everybody else by way of a proxy whose words are not read', async () => {
    const headers = { forwarded: 'for=203.0.113.9' };
    expect(await signIn(server, demoEmail('admin'), headers)).toMatchObject({ code: 'proxy_not_trusted' });
  });

  it.each([
    ['a name that is not its own', { host: 'docs.example.cl' }],
    ['a name that leads here (DNS rebinding)', { host: '127.0.0.1.example.cl:4870' }],
    ['a page from elsewhere', { origin: 'https://docs.example.cl' }],
    ['a page of nobody’s', { origin: 'null' }],
    ['a proxy that says for whom', { 'x-forwarded-for': '203.0.113.9' }],
    ['a proxy that says whom it was asked for', { 'x-forwarded-host': 'docs.example.cl' }],
    ['a proxy that says that it is one', { via: '1.1 proxy' }],
    ['a proxy that says which port', { 'x-forwarded-port': '443' }],
    ['a proxy that says its name', { 'x-forwarded-server': 'web-1' }],
    ['a proxy that says below which path', { 'x-forwarded-prefix': '/legajo' }],
    ['a proxy that marks loops', { 'cdn-loop': 'cloudflare' }],
    ['a proxy that says the scheme', { 'x-scheme': 'https' }],
    ['a proxy that counts calls', { 'x-amzn-trace-id': 'Root=1' }],
    ['a proxy that nobody here knows', { 'x-lb-node': '7' }],
  ])('do not come in by way of %s', async (_, headers) => {
    expect(await signIn(server, demoEmail('admin'), headers)).toMatchObject({
      status: 403,
      code: 'demo_local',
    });
    expect(await signIn(server, 'ana@andes.cl', headers)).toMatchObject({ status: 200 });
  });

  it('do not go on from elsewhere with a session that they began here', async () => {
    const { refreshToken, idToken } = await signIn(server, demoEmail('admin'));
    const elsewhere = { origin: 'https://docs.example.cl' };
    const session = (headers: Record<string, string>) =>
      send(server, '/session', undefined, { ...headers, authorization: `Bearer ${idToken}` });
    expect(await session(elsewhere)).toMatchObject({ status: 403, code: 'demo_local' });
    expect(await session({})).toMatchObject({ status: 200 });
    expect(await firstFrame(server, String(idToken), { via: '1.1 proxy' })).toBe('error');
    expect(await firstFrame(server, String(idToken), {})).toBe('authenticated');
    expect(await post(server, '/auth/refresh', { refreshToken }, elsewhere)).toMatchObject({
      status: 403,
      code: 'demo_local',
    });
    expect(await post(server, '/auth/refresh', { refreshToken }, {})).toMatchObject({ status: 200 });
  });

  it('do not come in at all where the server has an address that others reach', async () => {
    const open = await serverWith({ publicUrl: 'https://docs.example.cl' });
    expect(await signIn(open, demoEmail('admin'))).toMatchObject({ status: 403, code: 'demo_local' });
    expect(await signIn(open, 'ana@andes.cl')).toMatchObject({ status: 200 });
  });

  it('come in from anywhere where DEMO=yes says so', async () => {
    const shown = await serverWith({ publicUrl: 'https://docs.example.cl' });
    // Not at its start: then it would make one.
    Object.assign(shown.running.services.deps.config, { demo: 'yes' });
    const elsewhere = { host: 'docs.example.cl', origin: 'https://docs.example.cl' };
    expect(await signIn(shown, demoEmail('admin'), elsewhere)).toMatchObject({ status: 200 });
  });
});
