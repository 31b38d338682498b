import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { userChannel } from '#shared/realtime/channels.ts';
import { useTestServer } from '../../testing/http.ts';
import { openSocket } from '../../testing/realtime.ts';

/** Who may open a socket before signing in, and how many. */

const address = (url: string): string => `${url.replace('http', 'ws')}/api/realtime`;

/** The status with which a socket was refused; 101 for one that opened. */
function knock(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; ws: WebSocket }> {
  const ws = new WebSocket(address(url), { headers });
  onTestFinished(() => ws.terminate());
  return new Promise((resolve) => {
    ws.on('error', () => undefined);
    ws.once('open', () => resolve({ status: 101, ws }));
    ws.once('unexpected-response', (_, response) => resolve({ status: response.statusCode ?? 0, ws }));
  });
}

describe('sockets', () => {
  const server = useTestServer();

  it.each([
    ['of a program, which names no page', {}, 101],
    ['of the desktop app', { origin: 'app://legajo' }, 101],
    ['of a page that came from the same name', { origin: 'http://legajo.local', host: 'legajo.local' }, 101],
    ['of a page of another site', { origin: 'https://example.com' }, 403],
    [
      'of a page whose name only begins alike',
      { origin: 'http://legajo.local.example.com', host: 'legajo.local' },
      403,
    ],
    ['of a page without an origin of its own', { origin: 'null' }, 403],
    [
      'of a page that a stranger’s proxy speaks for',
      { origin: 'https://a.cl', 'x-forwarded-host': 'a.cl' },
      403,
    ],
  ])('%s', async (_, headers, status) => {
    expect((await knock(server().url, headers as Record<string, string>)).status).toBe(status);
  });

  it('of a page of the public address open behind a proxy that changes the name', async () => {
    const { config } = server().running.services.deps;
    const { origin } = new URL(config.publicUrl);
    expect((await knock(server().url, { origin, host: '127.0.0.1:1' })).status).toBe(101);
  });

  it('that do not sign in are a hundred from one address; who signs in or goes makes room', async () => {
    const { make, signIn, url } = server();
    const person = await make.person(await make.organization());
    const { token } = await signIn(person.email);
    const strangers = await Promise.all(Array.from({ length: 120 }, () => knock(url)));
    const letIn = strangers.filter(({ status }) => status === 101);
    expect(letIn.length).toBeLessThanOrEqual(100);
    expect(letIn.length).toBeGreaterThan(90);
    expect(new Set(strangers.map(({ status }) => status))).toEqual(new Set([101, 429]));
    const [first, second] = letIn;
    first?.ws.send(JSON.stringify({ frame: 'auth', token }));
    await expect.poll(async () => (await knock(url)).status).toBe(101);
    second?.ws.close();
    await expect.poll(async () => (await knock(url)).status).toBe(101);
  });

  it('are answered a ping, and closed for pings without end, and others are answered meanwhile', async () => {
    const { anyone, url } = server();
    const { ws } = await knock(url);
    const answered = once(ws, 'pong');
    ws.ping();
    await answered;
    const floods = await Promise.all(Array.from({ length: 10 }, () => knock(url)));
    const closed = floods.map(({ ws: each }) => once(each, 'close'));
    const sending = setInterval(() => {
      for (const { ws: each } of floods)
        for (let sent = 0; sent < 500 && each.readyState === WebSocket.OPEN; sent += 1) each.ping();
    }, 5);
    onTestFinished(() => clearInterval(sending));
    expect((await anyone.call('health')).status).toBe(200);
    expect((await Promise.all(closed)).map(([code]) => code)).toEqual(Array(10).fill(1008));
  });

  it('of one person keep to one rate together', async () => {
    const { make, signIn, url } = server();
    const person = await make.person(await make.organization());
    const { token } = await signIn(person.email);
    const sockets = await Promise.all(Array.from({ length: 4 }, () => openSocket(url, token)));
    const channel = userChannel(person.id);
    // Each by itself is within what one socket may say at once.
    for (let said = 0; said < 900; said += 1)
      for (const socket of sockets) socket.send({ frame: 'unsubscribe', channel });
    const refused = () =>
      sockets
        .flatMap(({ frames }) => frames)
        .flatMap((each) => (each.frame === 'error' && each.code === 'too_many' ? each : []));
    await expect.poll(() => refused().length).toBeGreaterThan(0);
    expect(new Set(refused().map(({ message }) => message))).toEqual(
      new Set(['Son demasiados mensajes en poco tiempo. Espera un momento.']),
    );
    const other = await signIn((await make.person(await make.organization())).email);
    const free = await openSocket(url, other.token);
    onTestFinished(() => free.close());
    for (let said = 0; said < 900; said += 1) free.send({ frame: 'unsubscribe', channel });
    await free.subscribe(userChannel(other.token ? (await other.ok('session'))._id : ''));
    expect(free.frames.filter(({ frame }) => frame === 'error')).toEqual([]);
  });
});
