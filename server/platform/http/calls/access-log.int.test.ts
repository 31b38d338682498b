import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { type TestClient, type TestServer, useTestServer } from '../../../testing/http.ts';
import { openSocket } from '../../../testing/realtime.ts';

type Line = Record<string, unknown> & { msg: string; requestId: string };

/** A log that is kept in memory. */
function keptLog() {
  const lines: Line[] = [];
  return { lines, logTo: { write: (line: string) => void lines.push(JSON.parse(line)) } };
}

/** The line of a request, once it is written. */
const lineOf = (lines: readonly Line[], id: string | null, msg = 'call'): Promise<Line> =>
  eventually(() => {
    const line = lines.find((each) => each.requestId === id && each.msg === msg);
    expect(line).toBeDefined();
    return line as Line;
  });

async function signedIn(server: TestServer): Promise<{ client: TestClient; id: string }> {
  const person = await server.make.person(await server.make.organization());
  return { client: await server.signIn(person.email), id: person.id };
}

describe('the line of a call', () => {
  const { lines, logTo } = keptLog();
  const server = useTestServer({ config: { logLevel: 'info' }, logTo });

  beforeEach(() => {
    lines.length = 0;
  });

  it('has its route, its person, its status, its time and its bytes', async () => {
    const { client, id } = await signedIn(server());
    const answer = await client.call('recordDelete', { params: { id: randomUUID() } });
    const line = await lineOf(lines, answer.headers.get('x-request-id'));
    expect(line).toEqual({
      ...{
        level: 30,
        time: expect.any(Number),
        msg: 'call',
        process: expect.stringContaining(`/${process.pid}`),
      },
      ...{ requestId: expect.any(String), method: 'DELETE', route: '/api/docs/records/:id', person: id },
      ...{ status: 404, ms: expect.any(Number), aborted: false },
      ...{ received: expect.any(Number), sent: expect.any(Number) },
    });
    expect(line.received).toBeGreaterThan(100);
    expect(line.sent).toBeGreaterThan(JSON.stringify(answer.body).length);
  });

  it('counts the bytes of each call on a connection by itself', async () => {
    const { client } = await signedIn(server());
    for (const body of ['{}', JSON.stringify({ title: 'x'.repeat(9000) }), '{}']) {
      const headers = { 'content-type': 'application/json' };
      const answer = await client.fetch('/docs/records', { method: 'POST', headers, body });
      await answer.arrayBuffer();
      const { received } = await lineOf(lines, answer.headers.get('x-request-id'));
      expect(Number(received) > 9000).toBe(body.length > 9000);
    }
  });

  it.each([
    ['/api/nada/secreto-en-la-ruta', '/api/(unknown)'],
    ['/assets/secreto-en-la-ruta.js', '(file)'],
    ['/records/secreto-en-la-ruta', '(page)'],
  ])('names what took no route of its own by one name: %s', async (path, route) => {
    const answer = await fetch(server().url + path);
    await answer.arrayBuffer();
    expect(await lineOf(lines, answer.headers.get('x-request-id'))).toMatchObject({ route, person: null });
  });

  it('is written where a call is refused before the application sees it', async () => {
    const socket = connect(Number(new URL(server().url).port), '127.0.0.1');
    socket.end('GET /api/health HTTP/1.1\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    const id = /x-request-id: (\S+)/.exec(String(answer))?.[1] ?? '';
    expect(await lineOf(lines, id)).toMatchObject({ route: '(refused)', status: 400 });
    expect(String(answer)).toContain(`"requestId":"${id}"`);
  });

  it('says that the connection broke before the answer came', async () => {
    const begun = once(server().running.http, 'request');
    const socket = connect(Number(new URL(server().url).port), '127.0.0.1');
    socket.write(
      'POST /api/auth/sign-in HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    );
    await begun;
    socket.destroy();
    await eventually(() =>
      expect(lines).toContainEqual(expect.objectContaining({ msg: 'call', aborted: true, status: null })),
    );
  });

  it('is not written for a probe that is well', async () => {
    const probe = await fetch(`${server().url}/api/health`);
    await probe.arrayBuffer();
    const after = await fetch(`${server().url}/api/auth/.well-known/jwks.json`);
    await after.arrayBuffer();
    await lineOf(lines, after.headers.get('x-request-id'));
    expect(lines.some(({ requestId }) => requestId === probe.headers.get('x-request-id'))).toBe(false);
  });

  it('holds no secret, wherever one was sent', async () => {
    const { client } = await signedIn(server());
    const secrets: string[] = [];
    const secret = (): string => {
      secrets.push(randomUUID().replaceAll('-', ''));
      return secrets.at(-1) ?? '';
    };
    const paths = [
      ...['/files', '/files/zip', '/events/unsubscribe', '/events/unsubscribe/report', '/docs/uploads'],
      ...['/docs/deliveries', '/docs/deliveries/uploads', '/docs/records', '/nada'],
    ];
    const asked = [...paths.map((path) => `${path}/${secret()}`), `/calendars/feed/${secret()}/legajo.ics`];
    const ids: (string | null)[] = [];
    for (const path of asked) {
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await client.fetch(`${path}?text=${secret()}&${secret()}`, {
          method,
          headers: {
            ...{ 'content-type': 'application/json', cookie: `legajo_refresh=${secret()}` },
            ...{ 'x-request-id': secret(), 'user-agent': secret(), referer: `https://x.test/${secret()}` },
            ...{
              'idempotency-key': secret(),
              'x-operation-token': secret(),
              authorization: `Bearer ${secret()}`,
            },
          },
          ...(method === 'GET' ? {} : { body: JSON.stringify({ title: secret(), password: secret() }) }),
        });
        await answer.arrayBuffer();
        ids.push(answer.headers.get('x-request-id'));
      }
    }
    for (const id of ids) await lineOf(lines, id);
    const text = JSON.stringify(lines);
    expect(secrets.filter((each) => text.includes(each))).toEqual([]);
  });

  it('tells when a socket opened, and when and how it closed', async () => {
    const { client, id } = await signedIn(server());
    const socket = await openSocket(server().url, client.token);
    await socket.close();
    const route = '/api/realtime';
    const closed = await eventually(() => {
      const line = lines.find(({ msg }) => msg === 'socket closed');
      expect(line).toMatchObject({
        route,
        person: id,
        seconds: expect.any(Number),
        code: expect.any(Number),
      });
      return line as Line;
    });
    expect(await lineOf(lines, closed.requestId, 'socket opened')).toMatchObject({ route });
    expect(JSON.stringify(lines)).not.toContain(client.token);
  });
});

describe('the id of a request', () => {
  const unknown = useTestServer();
  const behind = useTestServer({ config: { trustProxy: 1 } });
  const ask = (server: TestServer, id: string) =>
    fetch(`${server.url}/api/nada`, { headers: { 'x-request-id': id, 'x-forwarded-for': '203.0.113.9' } });

  it('is the one that a trusted proxy gave, in the header and in the error', async () => {
    for (const id of [randomUUID(), randomUUID().replaceAll('-', '')]) {
      const answer = await ask(behind(), id);
      expect(answer.headers.get('x-request-id')).toBe(id);
      expect(await answer.json()).toMatchObject({ error: { code: 'not_found', requestId: id } });
    }
  });

  it.each(['', 'x', 'una frase de alguien', `${'a'.repeat(65)}`, '<script>'])(
    'is made here where the proxy gave none of its form: %s',
    async (id) => {
      const answer = await ask(behind(), id);
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it('is not taken from whoever calls', async () => {
    const id = randomUUID();
    const answer = await fetch(`${unknown().url}/api/nada`, { headers: { 'x-request-id': id } });
    const made = answer.headers.get('x-request-id');
    expect(made).not.toBe(id);
    expect(await answer.json()).toMatchObject({ error: { requestId: made } });
  });
});

describe('a server that is asked for no lines', () => {
  const { lines, logTo } = keptLog();
  const server = useTestServer({ config: { logLevel: 'info', accessLog: false }, logTo });

  it('writes none', async () => {
    const { client } = await signedIn(server());
    const socket = await openSocket(server().url, client.token);
    await socket.close();
    await server().running.stop();
    expect(lines.filter(({ msg }) => /^call|^socket/.test(msg))).toEqual([]);
  });
});
