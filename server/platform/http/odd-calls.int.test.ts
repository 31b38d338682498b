import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ERRORS, errorBody } from '#shared/platform/errors.ts';
import { useTestServer } from '../../testing/http.ts';

/** What clients ask that keep to HTTP and to nothing else, and those that keep to neither. */

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

describe('an odd call', () => {
  const server = useTestServer();

  /** All that comes until the server closes the connection, which stays open at this end. */
  async function send(bytes: string | Buffer): Promise<Answered> {
    const { hostname, port } = new URL(server().url);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    let text = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    const ended = new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
    socket.write(bytes);
    await ended;
    const [head = '', body = ''] = text.split(/\r\n\r\n([\s\S]*)/);
    const [status = '', ...lines] = head.split('\r\n');
    const headers = new Headers(lines.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]));
    return { status: Number(status.split(' ')[1]), headers, body };
  }
  const ask = (line: string, ...headers: readonly string[]): Promise<Answered> =>
    send([`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n'));
  /** Its status and code, where it has the form of every other error. */
  function said({ status, headers, body }: Answered): string {
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('x-request-id')).toBeTruthy();
    expect(headers.get('cache-control')).toBe('no-store');
    const { error } = errorBody.strict().parse(JSON.parse(body));
    expect(ERRORS[error.code as keyof typeof ERRORS].status).toBe(status);
    return `${status} ${error.code}`;
  }

  it('finds its connection still open when a proxy uses it again, which closes it after a minute or two', async () => {
    const { headers } = await fetch(`${server().url}/api/health`);
    expect(headers.get('keep-alive')).toBe('timeout=300');
  });

  it.each([
    ['OPTIONS *', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'],
    ['OPTIONS /', 'GET, HEAD, OPTIONS'],
    ['OPTIONS http://localhost/records', 'GET, HEAD, OPTIONS'],
    ['OPTIONS /api/health', 'GET, HEAD, OPTIONS'],
  ])('is told what may be asked: %s', async (line, allow) => {
    const { status, headers, body } = await ask(line);
    expect([status, headers.get('allow'), body]).toEqual([204, allow, '']);
  });

  it.each([
    ['GET *', '404 not_found'],
    ['GET http://', '404 not_found'],
    ['GET ?x', '400 invalid'],
    ['GET ', '400 invalid'],
    ['GET /%', '400 invalid'],
    ['GET /api/%', '404 not_found'],
    ['GET /api//health', '404 not_found'],
    ['POST /', '405 method_not_allowed'],
    ['PUT /records', '405 method_not_allowed'],
    ['TRACE /', '405 method_not_allowed'],
    ['TRACE /api/health', '405 method_not_allowed'],
    ['PROPFIND /', '405 method_not_allowed'],
    ['CONNECT localhost:443', '405 method_not_allowed'],
    ['PRI *', '400 invalid'],
  ])('is refused in the form of every other error: %s', async (line, expected) => {
    const answer = await ask(line);
    expect(said(answer)).toBe(expected);
    expect(answer.headers.has('allow')).toBe(answer.status === 405);
  });

  it.each(['GET /api/health', 'POST /api/auth/signin', 'GET /'])(
    'that expects what nobody knows is refused so: %s',
    async (line) => {
      const answer = await ask(
        line,
        'Expect: foo',
        ...(line.startsWith('POST') ? ['Content-Length: 2'] : []),
      );
      expect(said(answer)).toBe('400 invalid');
      expect(JSON.parse(answer.body).error.details).toEqual({
        Expect: 'El servidor no conoce lo que pide el encabezado Expect: solo 100-continue.',
      });
    },
  );

  it('without a host is refused so', async () => {
    expect(said(await send('GET /api/health HTTP/1.1\r\n\r\n'))).toBe('400 invalid');
    expect((await send('GET /api/health HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it('with two hosts is refused so', async () => {
    const hosts = 'Host: localhost\r\nHost: otra.cl\r\n\r\n';
    expect(said(await send(`GET /api/health HTTP/1.1\r\n${hosts}`))).toBe('400 invalid');
  });

  it.each([
    ['Authorization', 'Bearer a', 'Bearer b'],
    ['Content-Type', 'application/json', 'text/plain'],
  ])('with two lines of %s is refused so', async (name, first, second) => {
    const answer = await ask('GET /api/health', `${name}: ${first}`, `${name.toLowerCase()}: ${second}`);
    expect(said(answer)).toBe('400 invalid');
    expect((await ask('GET /api/health', `${name}: ${first}`)).status).toBe(200);
  });

  it('for what its client has already is told so, as openapi.json says', async () => {
    const etag = (await ask('GET /api/health')).headers.get('etag') ?? '';
    expect(await ask('GET /api/health', `If-None-Match: ${etag}`)).toMatchObject({ status: 304, body: '' });
    const { paths } = JSON.parse((await ask('GET /api/openapi.json')).body);
    expect(paths['/health'].get.responses).toHaveProperty('304');
  });

  it('to the whole address is one to its path', async () => {
    expect((await ask('GET http://localhost/api/health')).body).toContain('"product":"legajo"');
  });

  it('that offers HTTP/2 is answered as if it did not', async () => {
    const offer = ['Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'];
    expect((await ask('GET /api/health', ...offer)).status).toBe(200);
  });

  it.each([
    ['a thousand lines', Array.from({ length: 1200 }, (_, at) => `a${at}: b`)],
    ['a long line', [`a: ${'b'.repeat(100_000)}`]],
  ])('with %s of headers is refused so', async (_, lines) => {
    expect(said(await ask('GET /api/health', ...lines))).toBe('431 head_too_large');
  });

  it.each([
    ['no call', 'FOO / HTTP/1.1\r\n\r\n', '400'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', '400'],
    ['a long head', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`, '431'],
    ['a broken body', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZ\r\n', '400'],
  ])('takes no answer from the calls before it on its connection: %s', async (_, odd, refusal) => {
    const { make, signIn } = server();
    const organization = await make.organization();
    const library = await make.library(organization);
    const person = await make.person(organization, { isAdmin: true, libraries: [[library, ['upload']]] });
    const client = await signIn(person.email);
    const json = JSON.stringify({ group: library.id, name: 'Actas' });
    const lines = [
      ...['POST /api/docs/folders HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${client.token}`],
      ...['Content-Type: application/json', `Content-Length: ${json.length}`, '', json],
    ];
    const good = `${lines.join('\r\n')}GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const { status, body } = await send(good + odd);
    const rest = [...body.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, each]) => each);
    expect([status, ...rest]).toEqual([201, '200', refusal]);
    const folders = await client.ok('foldersByGroup', { params: { group: library.id } });
    expect(folders.map(({ name }) => name)).toEqual(['Actas']);
  });

  it('for a socket with a key that is none is refused so', async () => {
    const lines = [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: a',
    ];
    expect(said(await ask('GET /api/realtime', ...lines))).toBe('400 invalid');
  });

  it('for a socket that is refused is answered so, and closed though its client sends on', async () => {
    const { hostname, port } = new URL(server().url);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    const closed = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
    let text = '';
    socket.on('data', (piece: Buffer) => {
      text += piece.toString();
    });
    const lines = ['Connection: Upgrade', 'Upgrade: websocket', 'Origin: https://example.com', '', ''];
    socket.write(['GET /api/realtime HTTP/1.1', 'Host: localhost', ...lines].join('\r\n'));
    const more = (): void => {
      while (!socket.destroyed && socket.write(Buffer.alloc(64 * 1024)));
    };
    socket.on('drain', more).once('connect', more);
    await closed;
    expect(text).toMatch(/^HTTP\/1\.1 403 [\s\S]*"forbidden"/);
    expect(socket.bytesWritten).toBeLessThan(64 * 1024 ** 2);
  });
});
