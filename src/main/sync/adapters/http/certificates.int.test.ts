import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SINGLE_REQUEST_BYTES } from '#shared/platform/limits.ts';
import { type Certificate, makeIssuer, selfSigned } from '../../testing/certificates.ts';
import { startProxy } from '../../testing/proxy.ts';
import { startSocks } from '../../testing/socks.ts';
import { Network } from '../network.ts';
import { HttpClient } from './http-client.ts';
import { PasswordSession } from './password-session.ts';
import { SocketChannel } from './socket-channel.ts';
import { sendFile } from './tus-upload.ts';

/** Every way of the engine to its server, each to a real TLS server, whatever the environment says. */

const DAY_MS = 86_400_000;
const HERE = ['127.0.0.1', 'localhost'];
const issuer = makeIssuer();
const usual = getCACertificates('default');
const HEALTH = { status: 'ok', version: '0.1.0', environment: 'test' };

let server: Server | undefined;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let socks: Awaited<ReturnType<typeof startSocks>>;
/** The ways there, by their names. */
const PROXIES: Record<string, () => string | null> = {
  directly: () => null,
  'through a proxy': () => proxy.url,
  'through a SOCKS proxy': () => socks.url,
};
let folder: string;
/** What came through: nothing may, not even a token. */
let heard: string[];

async function serve(certificate: Certificate): Promise<string> {
  server = createServer(certificate, (request, response) => {
    heard.push(request.url ?? '');
    response.setHeader('content-type', 'application/json').end(JSON.stringify(HEALTH));
  });
  server.on('upgrade', (request, socket) => {
    heard.push(request.url ?? '');
    socket.destroy();
  });
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  // What an installer of something else may have left behind on a computer.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  setDefaultCACertificates([...usual, issuer.cert]);
  proxy = await startProxy();
  socks = await startSocks();
  folder = await mkdtemp(join(tmpdir(), 'legajo-certificates-'));
});
afterAll(async () => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  setDefaultCACertificates(usual);
  await proxy.stop();
  await socks.stop();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  heard = [];
});
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((closed) => server?.close(closed));
});

const tokens = { token: () => Promise.resolve('a-token') };

/** The ways, and how each says why it failed. */
const WAYS: [string, (http: HttpClient) => Promise<unknown>][] = [
  ['a call', (http) => http.call('health', {})],
  [
    'signing in',
    ({ origin, network }) =>
      PasswordSession.signIn(
        origin,
        { email: 'ana@prueba.test', password: 'x' },
        'Prueba',
        () => Promise.resolve(''),
        network,
      ),
  ],
  ['a small upload', (http) => upload(http, 10)],
  ['a large upload', (http) => upload(http, SINGLE_REQUEST_BYTES + 1)],
  ['the realtime socket', listen],
];

async function upload(http: HttpClient, size: number): Promise<void> {
  const file = join(folder, 'file');
  await writeFile(file, Buffer.alloc(size));
  await sendFile(http, { recordId: 'r', versionId: 'v', key: 'k' }, file, size, {});
}

/** Its first word about how it went. */
function listen(http: HttpClient): Promise<never> {
  return new Promise((_resolve, reject) => {
    const channel = new SocketChannel(http, { userId: 'u', clientId: 'c' }, (text) => {
      void channel.close();
      reject(new Error(text));
    });
    void channel.start({
      onMessage: () => undefined,
      onReset: () => undefined,
      onBack: () => undefined,
      onRevoked: () => undefined,
    });
  });
}

describe.each([
  ['is its own issuer', 'certificate_untrusted', /self-signed/, () => selfSigned({ names: HERE })],
  [
    'is of an issuer that nobody knows',
    'certificate_untrusted',
    /./,
    () => makeIssuer().issue({ names: HERE }),
  ],
  [
    'has expired',
    'certificate_expired',
    /expired/,
    () =>
      issuer.issue({
        names: HERE,
        from: new Date(Date.now() - 9 * DAY_MS),
        until: new Date(Date.now() - DAY_MS),
      }),
  ],
  [
    'begins tomorrow',
    'certificate_expired',
    /not yet valid/,
    () =>
      issuer.issue({
        names: HERE,
        from: new Date(Date.now() + DAY_MS),
        until: new Date(Date.now() + 9 * DAY_MS),
      }),
  ],
  ['is of another name', 'certificate_name', /does not match/, () => issuer.issue({ names: ['otro.test'] })],
] as const)('a server whose certificate %s', (_case, code, words, certificate) => {
  test.each(Object.keys(PROXIES))(
    'gets nothing of the engine, %s',
    {
      tags: 'desktop-certificates',
    },
    async (way) => {
      const origin = await serve(certificate());
      for (const [name, go] of WAYS) {
        const network = new Network(origin);
        network.setProxy(PROXIES[way]?.() ?? null);
        const failure: unknown = await go(new HttpClient(origin, tokens, network)).catch((error) => error);
        // The socket only tells the log; the calls beside it say the code.
        if (go === listen) expect(failure, name).toHaveProperty('message', expect.stringMatching(words));
        else expect(failure, name).toMatchObject({ kind: 'offline', code });
      }
      expect(heard).toEqual([]);
    },
  );
});

test.each(Object.keys(PROXIES))(
  'one that is in order is spoken to by all of them, %s',
  {
    tags: 'desktop-certificates',
  },
  async (way) => {
    const origin = await serve(issuer.issue({ names: HERE }));
    for (const [name, go] of WAYS) {
      heard = [];
      const network = new Network(origin);
      network.setProxy(PROXIES[way]?.() ?? null);
      await go(new HttpClient(origin, tokens, network)).catch(() => undefined);
      expect(heard.length, name).toBeGreaterThan(0);
    }
  },
);
