import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiError } from '../errors.ts';
import { sendResponse, tusRequest } from './tus-request.ts';

type Handler = (asked: Asked, res: ServerResponse, req: IncomingMessage) => Promise<void>;

/** What of the library's request is used. */
interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
}

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
});

/** A server that answers each request by `handle`. @returns its port */
async function serve(handle: Handler): Promise<number> {
  server = createServer((req, res) => {
    const asked = tusRequest(req, '/api/docs/uploads/a') as unknown as Asked;
    handle(asked, res, req).catch((error: unknown) => res.destroy(error as Error));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Sends a request, and what of its body there is, and reads the answer. */
async function ask(port: number, method: string, bytes?: Uint8Array, headers: Record<string, string[]> = {}) {
  const sent = request({ port, host: '127.0.0.1', method, path: '/elsewhere', headers });
  // The server may close the connection once it has answered.
  sent.on('error', () => undefined);
  sent.end(bytes);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { status: answer.statusCode, headers: answer.headers, text: String(Buffer.concat(chunks)) };
}

async function all(body: ReadableStream<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  if (body) for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('the bytes of a request', () => {
  const MIB = 1024 ** 2;

  /** A connection whose bytes come when the test says so. */
  async function connected() {
    const state = { flows: false };
    const req = Object.assign(new EventEmitter(), {
      ...{ method: 'PATCH', rawHeaders: ['host', 'legajo.test'] },
      pause: () => Object.assign(state, { flows: false }),
      resume: () => Object.assign(state, { flows: true }),
    });
    const asked = tusRequest(req as unknown as IncomingMessage, '/a') as unknown as Asked;
    if (!asked.body) throw new Error('it has no body');
    const reader = asked.body.getReader();
    await turn();
    return { req, reader, state };
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('flow until 1 MiB waits for the disk, and again once that has taken some', async () => {
    const { req, reader, state } = await connected();
    expect(state.flows).toBe(true);
    req.emit('data', Buffer.alloc(MIB - 1));
    expect(state.flows).toBe(true);
    req.emit('data', Buffer.alloc(1));
    expect(state.flows).toBe(false);
    expect((await reader.read()).value).toHaveLength(MIB - 1);
    await turn();
    expect(state.flows).toBe(true);
  });

  it.each([
    ['breaks', (req: EventEmitter) => req.emit('error', new Error('ECONNRESET'))],
    ['closes', (req: EventEmitter) => req.emit('close')],
  ])(
    'are all passed on where the connection %s in the middle, and what comes after harms nobody',
    async (_, end) => {
      const { req, reader } = await connected();
      const sent = [Buffer.alloc(70_000, 'a'), Buffer.from('b'), Buffer.from('c')];
      for (const piece of sent) req.emit('data', piece);
      end(req);
      req.emit('data', Buffer.alloc(1));
      req.emit('end');
      req.emit('close');
      const got: Uint8Array[] = [];
      for (let read = await reader.read(); !read.done; read = await reader.read()) got.push(read.value);
      expect(Buffer.concat(got).equals(Buffer.concat(sent))).toBe(true);
    },
  );

  it('are passed on by many where they come in small pieces, in order and with large ones between', async () => {
    const { req, reader } = await connected();
    const sent = Array.from({ length: 50_000 }, (_, at) => Buffer.from(`${at},`));
    sent.splice(20_000, 0, Buffer.alloc(20_000, 'x'));
    for (const piece of sent) req.emit('data', piece);
    req.emit('end');
    const got: Uint8Array[] = [];
    for (let read = await reader.read(); !read.done; read = await reader.read()) got.push(read.value);
    expect(Buffer.concat(got).equals(Buffer.concat(sent))).toBe(true);
    expect(got.length).toBeLessThan(10);
  });

  it('are passed on after a moment where few come', async () => {
    const { req, reader } = await connected();
    req.emit('data', Buffer.from('a'));
    req.emit('data', Buffer.from('b'));
    expect(String(Buffer.from((await reader.read()).value ?? []))).toBe('ab');
  });

  it('flow on to nowhere once they are refused, so that the client can read the answer', async () => {
    const { req, reader, state } = await connected();
    req.emit('data', Buffer.alloc(MIB));
    expect(state.flows).toBe(false);
    await reader.cancel();
    expect(state.flows).toBe(true);
    req.emit('data', Buffer.alloc(1));
    req.emit('end');
    req.emit('close');
  });
});

describe('a request for the tus library', () => {
  it('has the method, the given path, every header and the bytes as they came', async () => {
    const bytes = Buffer.from('acta de la visita');
    const port = await serve(async ({ method, url, headers, body }, res) => {
      expect([method, url]).toEqual(['PATCH', `http://127.0.0.1:${port}/api/docs/uploads/a`]);
      expect(headers.get('upload-offset')).toBe('12');
      expect(headers.get('x-twice')).toBe('one, two');
      expect(await all(body)).toEqual(bytes);
      res.end('read');
    });
    const headers = { 'upload-offset': ['12'], 'x-twice': ['one', 'two'] };
    expect((await ask(port, 'PATCH', bytes, headers)).text).toBe('read');
  });

  it.each(['POST', 'PATCH'])('has a body for %s, also an empty one', async (method) => {
    const port = await serve(async ({ body }, res) => {
      expect(body).not.toBeNull();
      res.end(String((await all(body)).length));
    });
    expect((await ask(port, method)).text).toBe('0');
  });

  it.each(['GET', 'DELETE', 'OPTIONS'])('has none for %s', async (method) => {
    const port = await serve(async (asked, res) => {
      expect(asked.method).toBe(method);
      res.end(String(asked.body));
    });
    expect((await ask(port, method)).text).toBe('null');
  });

  it('of a client that names no host has an address all the same', async () => {
    const port = await serve(async ({ url }, res) => void res.end(url));
    const socket = connect(port, '127.0.0.1');
    socket.end('GET / HTTP/1.0\r\n\r\n');
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    expect(String(Buffer.concat(chunks))).toContain('http://localhost/api/docs/uploads/a');
  });

  it('keeps a body that nobody reads out of memory', async () => {
    const MIB = 1024 ** 2;
    let came = 0;
    const port = await serve(async ({ body }, res, req) => {
      req.on('data', (chunk: Buffer) => {
        came += chunk.length;
      });
      const reader = body?.getReader();
      await reader?.read();
      // The socket is emptied in this time where nothing holds it back.
      while (!req.isPaused()) await new Promise((resolve) => setImmediate(resolve));
      expect(came).toBeLessThan(3 * MIB);
      for (;;) if ((await reader?.read())?.done) break;
      res.end(String(came));
    });
    expect((await ask(port, 'PATCH', Buffer.alloc(16 * MIB))).text).toBe(String(16 * MIB));
  });

  it('that is refused in the middle lets the client send the rest, and read the answer', async () => {
    const port = await serve(async ({ body }, res) => {
      const reader = body?.getReader();
      await reader?.read();
      await reader?.cancel();
      res.statusCode = 403;
      res.end('refused');
    });
    expect(await ask(port, 'PATCH', Buffer.alloc(24 * 1024 ** 2))).toMatchObject({
      status: 403,
      text: 'refused',
    });
  });

  it('whose client goes away ends with what has come: its length tells that it is not whole', async () => {
    const ended = Promise.withResolvers<string>();
    const port = await serve(async ({ body }, res) => {
      ended.resolve(String(await all(body)));
      res.end();
    });
    const sent = request({ port, host: '127.0.0.1', method: 'PATCH', headers: { 'content-length': '1000' } });
    sent.on('error', () => undefined);
    sent.write('half');
    await once(server as Server, 'request');
    sent.destroy();
    expect(await ended.promise).toBe('half');
  });
});

describe('the answer of the tus library', () => {
  const answered = async (response: Response) => {
    const port = await serve((_, res) => sendResponse(res.setHeader('x-request-id', 'an id'), response));
    return ask(port, 'GET');
  };

  it('is passed on as it is', async () => {
    const headers = { 'upload-offset': '7', location: 'a' };
    const answer = await answered(new Response(null, { status: 204, headers }));
    expect(answer).toMatchObject({ status: 204, headers, text: '' });
    expect(await answered(new Response('bytes', { status: 201 }))).toMatchObject({
      status: 201,
      text: 'bytes',
    });
  });

  it('that is an error of ours stays, as JSON with its length and the id of the request', async () => {
    const body = JSON.stringify(new ApiError('file_kind').body());
    const answer = await answered(new Response(body, { status: 422, headers: { 'content-length': '3' } }));
    expect(answer).toMatchObject({
      status: 422,
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(answer.text)),
      },
    });
    expect(JSON.parse(answer.text)).toEqual(new ApiError('file_kind').body('an id'));
  });

  it.each([
    ['Tus-Resumable Required\n', 412],
    ['Invalid tus-resumable\n', 400],
  ])('of another version of the protocol is told with ours: %j', async (text, status) => {
    const answer = await answered(new Response(text, { status }));
    expect(answer).toMatchObject({ status: 412, headers: { 'tus-version': '1.0.0' } });
    expect(JSON.parse(answer.text).error.details).toHaveProperty('Tus-Resumable');
  });

  it.each([['Not found\n'], [null]])(
    'that is the library’s own error %j becomes one of ours',
    async (text) => {
      const answer = await answered(new Response(text, { status: 400 }));
      expect(answer).toMatchObject({ status: 400, headers: { 'content-type': 'application/json' } });
      expect(JSON.parse(answer.text)).toEqual(new ApiError('invalid').body('an id'));
    },
  );

  it('is not written where nobody waits for it', async () => {
    const done = Promise.withResolvers<boolean>();
    const port = await serve(async (_, res) => {
      res.destroy();
      await sendResponse(res, new Response('late', { status: 200, headers: { 'x-late': 'yes' } }));
      done.resolve(res.headersSent || res.hasHeader('x-late'));
    });
    await expect(ask(port, 'GET')).rejects.toThrow();
    expect(await done.promise).toBe(false);
  });
});
