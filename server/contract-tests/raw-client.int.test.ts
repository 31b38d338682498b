import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ERRORS, errorBody } from '#shared/platform/errors.ts';
import { startRecord } from '../testing/documents.ts';
import type { TestLibrary } from '../testing/factories.ts';
import { type TestClient, useTestServer } from '../testing/http.ts';

interface Raw {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}
type Sent = { method?: string; headers?: Record<string, string | string[]>; body?: Buffer | string };

/**
 * Requests that no browser sends, through a client that allows them: every answer must be one of our 4xx errors, well
 * formed.
 */
describe('a client that keeps to nothing', () => {
  const server = useTestServer({ config: { signInFailures: { perAccount: 1000, perAddress: 10_000 } } });
  let ana: TestClient;
  let library: TestLibrary;
  let key: string;

  beforeAll(async () => {
    const { make, signIn } = server();
    const organization = await make.organization();
    library = await make.library(organization);
    ana = await signIn((await make.person(organization, { libraries: [[library, ['upload']]] })).email);
    key = (await startRecord(server(), ana, library)).version.key ?? '';
  });

  function send(path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Raw> {
    const { hostname, port } = new URL(server().url);
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest(
        {
          ...{ hostname, port, path: `/api${path}`, method },
          headers: { authorization: `Bearer ${ana.token}`, ...headers },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  /** Status and code of a well-formed error. */
  function said({ status, headers, text }: Raw): string {
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers['x-request-id']).toBeTruthy();
    const { error } = errorBody.strict().parse(JSON.parse(text));
    expect(error.message).toMatch(/^[A-ZÁÉÍÓÚÑ¿].*\.$/);
    expect(Object.keys(ERRORS)).toContain(error.code);
    return `${status} ${error.code}`;
  }
  const json = { 'content-type': 'application/json' };
  const post = (body: Buffer | string, headers: Sent['headers'] = json, path = '/docs/clients') =>
    send(path, { method: 'POST', headers, body });

  it.each([
    ['text/plain', '{"name":"x","platform":"linux"}'],
    ['application/x-www-form-urlencoded', 'name=x&platform=linux'],
    ['multipart/form-data; boundary=x', '--x\r\n\r\n--x--'],
    ['application/xml', '<name>x</name>'],
    ['', '{"name":"x","platform":"linux"}'],
  ])('is told that %j is no JSON', async (type, body) => {
    const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
    expect(said(await post(body, headers))).toBe('415 media_type');
  });

  it.each([
    ['nothing', ''],
    ['half of it', '{"name":'],
    ['a null', 'null'],
    ['a text', '"texto"'],
    ['a list', '[1,2]'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['depth', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['depth of lists', '['.repeat(200_000)],
    ['keys of prototypes', '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}'],
    ['a number beyond all', '{"name":1e999,"platform":-0}'],
  ])('is told what is wrong with %s as a body', async (_what, body) => {
    expect(said(await post(body))).toBe('400 invalid');
  });

  it('may not send more than fits, nor anything packed', async () => {
    const big = `{"name":"${'x'.repeat(2 * 1024 ** 2)}"}`;
    expect(said(await post(big))).toBe('413 too_large');
    // A few bytes of a packed body can be gigabytes.
    for (const encoding of ['gzip', 'br', 'raro']) {
      const packed = { ...json, 'content-encoding': encoding };
      expect(said(await post(gzipSync('{}'), packed)), encoding).toBe('415 media_type');
    }
  });

  it('is asked who it is before its body is read', async () => {
    const headers = { ...json, authorization: 'Bearer nadie' };
    expect(said(await post('{"name":', headers))).toBe('401 unauthenticated');
  });

  it('learns by OPTIONS and by 405 what an address takes', async () => {
    const options = await send('/docs/records/search', { method: 'OPTIONS' });
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
    for (const [method, path, allow] of [
      ['DELETE', '/session', 'GET, HEAD, OPTIONS'],
      ['POST', '/health', 'GET, HEAD, OPTIONS'],
      ['PATCH', `/users/${crypto.randomUUID()}`, 'DELETE, GET, HEAD, OPTIONS, PUT'],
      ['GET', '/docs/confirm', 'OPTIONS, POST'],
      ['PUT', '/docs/uploads', 'OPTIONS, POST'],
      ['PUT', '/users/groups', 'GET, HEAD, OPTIONS'],
      ['DELETE', '/docs/records/search', 'GET, HEAD, OPTIONS'],
      ['PROPFIND', '/openapi.json', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const answer = await send(path, { method });
      expect(said(answer), `${method} ${path}`).toBe('405 method_not_allowed');
      expect(answer.headers.allow).toBe(allow);
    }
    expect(said(await send('/nada'))).toBe('404 not_found');
    const head = await send('/session', { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await send('/docs/records/by/id/x', { method: 'HEAD' })).status).toBe(400);
  });

  const cursorOf = (value: unknown): string =>
    encodeURIComponent(Buffer.from(JSON.stringify(value)).toString('base64url'));
  const searches: Readonly<Record<string, string>> = {
    'a limit twice': 'limit=1&limit=2',
    'a negative limit': 'limit=-1',
    'no limit': 'limit=0',
    'a limit without a number': 'limit=',
    'half a limit': 'limit=1.5',
    'a limit beyond all': 'limit=99999999999999999999',
    'a group that is none': 'group=1%27%20or%201%3D1',
    'a state that is none': 'state=9',
    'a day that is none': 'from=2026-02-31',
    'a cursor that is none': 'cursor=%00%ff',
    'a cursor that is no JSON': 'cursor=bm8',
    'a cursor of another form': `cursor=${cursorOf({ s: 1, v: [], r: null })}`,
    'a cursor of another order': `cursor=${cursorOf({ s: 'title', v: 'a', r: crypto.randomUUID() })}`,
    'a cursor with no such day': `cursor=${cursorOf({ s: '-date', v: '2026-99-99', r: crypto.randomUUID() })}`,
    'a cursor with no such moment': `sort=-updatedAt&cursor=${cursorOf({
      ...{ s: '-updatedAt', v: '2026-99-99 99:99:99+00', r: crypto.randomUUID() },
    })}`,
    'a cursor with a NUL': `sort=title&cursor=${cursorOf({ s: 'title', v: '\u0000', r: crypto.randomUUID() })}`,
    'a cursor that is too long': `cursor=${'a'.repeat(5000)}`,
  };
  it.each(Object.entries(searches))('is refused %s in a search', async (_what, query) => {
    expect(said(await send(`/docs/records/search?${query}`))).toBe('400 invalid');
  });

  it('is refused cursors of the feed that were tampered with', async () => {
    const { cursor } = await ana.ok('changes', { query: { group: library.id } });
    const position = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as object;
    const ask = (since: unknown) => send(`/docs/changes?group=${library.id}&since=${cursorOf(since)}`);
    expect((await ask(position)).status).toBe(200);
    for (const wrong of [
      { ...position, after: "x' or 1=1" },
      { ...position, s: -1 },
      { ...position, s: 1e300 },
      { ...position, g: crypto.randomUUID() },
      [],
      null,
    ]) {
      expect(said(await ask(wrong)), JSON.stringify(wrong)).toBe('400 invalid');
    }
  });

  it('is let in by an identity token of ours alone', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const [, payload = '', signature = ''] = (ana.token ?? '').split('.');
    for (const token of [
      '',
      'Bearer',
      'Bearer ',
      'Basic YTpi',
      'Bearer x',
      'Bearer x.y.z',
      `Bearer ${part({ alg: 'none' })}.${payload}.`,
      `Bearer ${part({ alg: 'HS256' })}.${payload}.${signature}`,
      `Bearer ${ana.token}x`,
      `Bearer ${ana.refreshToken}`,
    ]) {
      // biome-ignore format: a list of tokens
      const answer = await send('/session', { headers: { authorization: token } });
      expect(said(answer), token).toBe('401 unauthenticated');
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
    }
  });

  it.each([
    ['POST', '/docs/uploads', {}, 400],
    ['POST', '/docs/uploads', { 'upload-length': '10', 'upload-metadata': '%%%' }, 400],
    ['POST', '/docs/uploads', { 'upload-length': '-1', 'upload-metadata': 'KEY' }, 400],
    ['POST', '/docs/uploads', { 'upload-length': '99999999999999999', 'upload-metadata': 'KEY' }, 400],
    ['POST', '/docs/uploads', { 'upload-length': '10', 'upload-metadata': 'KEY,KEY' }, 400],
    ['POST', '/docs/uploads', { 'upload-length': '10', 'upload-metadata': 'KEY' }, 412],
    ['POST', '/docs/uploads', { 'upload-length': '10', 'upload-metadata': 'KEY', 'tus-resumable': '0.2' }, 4],
    ['PATCH', '/docs/uploads/KEY', { 'tus-resumable': '1.0.0', 'upload-offset': '0' }, 4],
    [
      'PATCH',
      '/docs/uploads/KEY',
      { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' },
      4,
    ],
    ['HEAD', '/docs/uploads/KEY', {}, 4],
    ['DELETE', '/docs/uploads/nada', { 'tus-resumable': '1.0.0' }, 404],
  ] as const)('is told so where %s %s is not tus as it should be', async (method, path, headers, status) => {
    const fill = (text: string): string => text.replaceAll('KEY', key);
    const metadata = `key ${Buffer.from(key).toString('base64')}`;
    const sent: Record<string, string> = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replaceAll('KEY', metadata)]),
    );
    const answer = await send(fill(path), { method, headers: sent });
    expect(String(answer.status)).toMatch(new RegExp(`^${status}`));
    if (method !== 'HEAD') said(answer);
  });

  /** Sends raw bytes. Returns the status line and the body. */
  function speak(bytes: string): Promise<{ status: number; body: string }> {
    const { hostname, port } = new URL(server().url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString();
      });
      socket.on('error', reject);
      socket.on('close', () => {
        const [head = '', body = ''] = text.split('\r\n\r\n');
        resolve({ status: Number(head.split(' ')[1]), body });
      });
    });
  }

  it.each([
    ['a host that is none', `GET /api/session HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n`, 401],
    [
      'an upload to a host that is none',
      'OPTIONS /api/docs/uploads HTTP/1.1\r\nHost: a b[\r\nTus-Resumable: 1.0.0\r\nConnection: close\r\n\r\n',
      [204, 400],
    ],
    ['no HTTP at all', 'HOLA\r\n\r\n', 400],
    [
      'a head that never ends',
      `GET /api/health HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
      431,
    ],
    [
      'two lengths',
      'POST /api/docs/clients HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
      400,
    ],
  ])('is answered %s', async (_what, bytes, status) => {
    const answer = await speak(bytes);
    expect([status].flat()).toContain(answer.status);
    if (answer.status >= 400) errorBody.parse(JSON.parse(answer.body));
  });
});
