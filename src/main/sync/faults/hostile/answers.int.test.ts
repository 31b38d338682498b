import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HttpClient } from '../../adapters/http/http-client.ts';
import { HttpRemote } from '../../adapters/http/http-remote.ts';
import { PasswordSession } from '../../adapters/http/password-session.ts';
import { WRONG_BYTES } from '../../ports/remote.ts';
import { eventually as within } from '../../testing/desktop.ts';
import { HostileServer, sha256Of } from '../../testing/hostile-server.ts';
import { ReadingDesktop } from '../../testing/reading-desktop.ts';

const MIB = 1024 ** 2;
const eventually: typeof within = (look, what) => within(look, what, 10_000);

describe('a server that lies about what it sends', () => {
  let server: HostileServer;
  let desktop: ReadingDesktop | undefined;

  beforeEach(async () => {
    server = await HostileServer.open();
  });
  afterEach(async () => {
    await desktop?.stop();
    desktop = undefined;
    await server.close();
  });

  const remote = () =>
    new HttpRemote(new HttpClient(server.url, { token: async () => 'secret' }), (path) => path);
  const all = async (chunks: AsyncIterable<Uint8Array>) => {
    let length = 0;
    for await (const chunk of chunks) length += chunk.length;
    return length;
  };

  /** Each takes the version's bytes and sends something else. */
  const LIES: Readonly<Record<string, (version: string) => void>> = {
    'fewer bytes': (version) =>
      server.answers.set('versionContent', (_req, res) => server.content(res, version, Buffer.from('ac'))),
    'more bytes': (version) =>
      server.answers.set('versionContent', (_req, res) =>
        server.content(res, version, Buffer.from('acta y mucho más')),
      ),
    'other bytes': (version) =>
      server.answers.set('versionContent', (_req, res) => server.content(res, version, Buffer.from('ACTA'))),
    'bytes without end': (version) =>
      server.answers.set('versionContent', (_req, res) => {
        res.writeHead(200, { etag: `"${sha256Of(server.bytes.get(version) ?? '')}"` });
        const more = () => {
          while (!res.destroyed && res.write(Buffer.alloc(64 * 1024)));
        };
        res.on('drain', more);
        more();
      }),
    'packed bytes without end': (version) =>
      server.answers.set('versionContent', (_req, res) =>
        server.content(res, version, gzipSync(Buffer.alloc(64 * MIB)), { 'content-encoding': 'gzip' }),
      ),
    'the bytes of another version': () =>
      server.answers.set('versionContent', (_req, res) => {
        res.writeHead(200, { etag: `"${'b'.repeat(64)}"` }).end('acta');
      }),
    'a part that begins elsewhere': (version) =>
      server.answers.set('versionContent', (_req, res) => {
        const headers = { etag: `"${sha256Of(server.bytes.get(version) ?? '')}"` };
        res.writeHead(206, { ...headers, 'content-range': 'bytes 2-3/4' }).end('ta');
      }),
  };

  test.each(Object.keys(LIES))('%s: nothing of it reaches its place, and others arrive', async (lie) => {
    const { version } = server.record('mentira.txt', 'acta');
    LIES[lie]?.(version);
    desktop = await ReadingDesktop.start(server.url);
    const at = desktop;
    await eventually(() => server.requestsOf(/content/).length > 0 && at.cycles > 0, 'the lie');
    server.answers.delete('versionContent');
    server.bytes.set(version, Buffer.from('ACTA'));
    server.record('verdad.txt', 'acta de verdad');
    server.record('verdad 2.txt', 'otra acta');
    at.runner.lookEverywhere();
    await eventually(
      async () => (await at.read('Andes/Calidad/verdad.txt')) === 'acta de verdad',
      () => at.log.join('\n'),
    );
    expect(await at.read('Andes/Calidad/mentira.txt')).toBeUndefined();
    const left = (await at.files()).filter((path) => !path.includes('Andes/Calidad'));
    expect(left.length).toBeLessThanOrEqual(1);
  });

  test('other bytes in a bundle: none of them reaches its place, and the others of it arrive', async () => {
    const names = Array.from({ length: 6 }, (_, at) => `acta ${at}.txt`);
    const made = names.map((name) => server.record(name, `texto de ${name}`));
    const [{ version: lie } = { version: '' }] = made;
    const wrong = Buffer.from(`TEXTO DE ${names[0]}`);
    server.answers.set('versionContents', (_req, res, body) => {
      const { versions } = JSON.parse(body) as { versions: { id: string }[] };
      const items = versions.map(({ id }) => ({
        id,
        bytes: id === lie ? wrong : (server.bytes.get(id) ?? Buffer.of()),
      }));
      server.bundle(res, items);
    });
    // Asked for by itself, it is no better.
    server.answers.set('versionContent', (_req, res) => server.content(res, lie, wrong));
    desktop = await ReadingDesktop.start(server.url);
    const at = desktop;
    for (const name of names.slice(1))
      await eventually(
        async () => (await at.read(`Andes/Calidad/${name}`)) === `texto de ${name}`,
        () => at.log.join('\n'),
      );
    expect(server.requestsOf(/contents/).length).toBeGreaterThan(0);
    await eventually(() => Object.keys(at.blocked).length > 0, 'it to be listed');
    expect(at.blocked).toEqual({ [`Andes/Calidad/${names[0]}`]: 'wrong-bytes' });
    expect(await at.read(`Andes/Calidad/${names[0]}`)).toBeUndefined();
  });

  test('bytes beyond what a version has are not even written', async () => {
    const { version } = server.record('a.txt', 'acta');
    LIES['bytes without end']?.(version);
    const { bytes } = { bytes: { id: version, sha256: sha256Of('acta'), size: 4 } };
    await expect(all(remote().content(bytes, 0, {}))).rejects.toMatchObject({ kind: 'mismatch' });
    LIES['packed bytes without end']?.(version);
    await expect(all(remote().content(bytes, 0, {}))).rejects.toMatchObject({ kind: 'mismatch' });
  });

  test('the bytes of another version and a wrong part are that document’s affair alone', async () => {
    const { version } = server.record('a.txt', 'acta');
    const bytes = { id: version, sha256: sha256Of('acta'), size: 4 };
    for (const lie of ['the bytes of another version', 'a part that begins elsewhere']) {
      LIES[lie]?.(version);
      const said = { kind: 'mismatch', code: WRONG_BYTES, message: '' };
      await expect(all(remote().content(bytes, 1, {}))).rejects.toMatchObject(said);
    }
  });

  test.each<[string, (ids: string[]) => readonly { id: string; bytes: Buffer }[]]>([
    ['unknown parts', () => [{ id: crypto.randomUUID(), bytes: Buffer.from('x') }]],
    ['a part twice', ([id = '']) => [1, 2].map(() => ({ id, bytes: server.bytes.get(id) ?? Buffer.of() }))],
    ['a part of another length', ([id = '']) => [{ id, bytes: Buffer.from('mucho más largo que eso') }]],
  ])('a bundle with %s is refused before its bytes are taken', async (_what, items) => {
    const made = ['a', 'b'].map((name) => ({ ...server.record(name), name }));
    server.answers.set('versionContents', (_req, res) =>
      server.bundle(res, items(made.map(({ version }) => version))),
    );
    const wanted = made.map(({ version, name }) => ({ id: version, sha256: sha256Of(name), size: 1 }));
    const read = async () => {
      for await (const each of remote().contents(wanted, {})) throw new Error(`It gave ${each.id}`);
    };
    await expect(read()).rejects.toMatchObject({ code: 'strange_answer' });
  });

  test('what comes as a page is no bundle, whatever it holds', async () => {
    const { version } = server.record('a', 'a');
    server.answers.set('versionContents', (_req, res) => {
      res.setHeader('content-type', 'text/html');
      const writeHead = res.writeHead.bind(res);
      res.writeHead = ((status: number) => writeHead(status)) as typeof res.writeHead;
      server.bundle(res, [{ id: version, bytes: Buffer.from('a') }]);
    });
    const read = async () => {
      for await (const each of remote().contents([{ id: version, sha256: sha256Of('a'), size: 1 }], {}))
        throw new Error(`It gave ${each.id}`);
    };
    await expect(read()).rejects.toMatchObject({ code: 'strange_answer' });
  });

  test.each(['plain', 'packed'])('an answer in JSON without end (%s) is given up', async (how) => {
    server.answers.set('changes', (_req, res) => {
      if (how === 'packed') {
        const body = gzipSync(
          Buffer.concat([Buffer.from('"'), Buffer.alloc(80 * MIB, 'a'), Buffer.from('"')]),
        );
        res.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body);
        return;
      }
      res.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (!res.destroyed && res.write(Buffer.alloc(MIB, 'a')));
      };
      res.on('drain', more);
      more();
    });
    await expect(remote().changes(server.library, undefined)).rejects.toMatchObject({ kind: 'offline' });
  });

  test('nothing follows to another server: no redirect, no address of an upload', async () => {
    const seen: (string | undefined)[] = [];
    const other = createServer((req, res) => {
      seen.push(req.headers.authorization);
      res.end('{}');
    });
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    try {
      for (const name of ['session', 'changes', 'versionContent', 'groupsByMember'])
        server.answers.set(name, (req, res) => {
          res.writeHead(307, { location: `${elsewhere}${req.url}` }).end();
        });
      const { version } = server.record('a.txt', 'acta');
      const http = remote();
      await expect(http.session()).rejects.toMatchObject({ kind: 'offline' });
      await expect(http.changes(server.library, undefined)).rejects.toMatchObject({ kind: 'offline' });
      await expect(
        all(http.content({ id: version, sha256: sha256Of('acta'), size: 4 }, 0, {})),
      ).rejects.toMatchObject({ kind: 'offline' });
      server.answers.set('signIn', (req, res) => {
        res.writeHead(307, { location: `${elsewhere}${req.url}` }).end();
      });
      await expect(
        PasswordSession.signIn(server.url, { email: 'a@b.cl', password: 'secreta' }, 'x', async () => ''),
      ).rejects.toMatchObject({ kind: 'offline' });
      // A new upload whose address is said to be elsewhere: the bytes and the token would go there.
      server.answers.set('uploadHead', (_req, res) => {
        res.writeHead(404).end();
      });
      server.answers.set('uploadCreate', (_req, res) => {
        res.writeHead(201, { location: `${elsewhere}/files/1`, 'tus-resumable': '1.0.0' }).end();
      });
      desktop = undefined;
      const { mkdtemp, writeFile, rm } = await import('node:fs/promises');
      const { tmpdir } = await import('node:os');
      const { join } = await import('node:path');
      const folder = await mkdtemp(join(tmpdir(), 'legajo-up-'));
      const path = join(folder, 'a.bin');
      await writeFile(path, randomBytes(9 * MIB));
      const pending = { recordId: crypto.randomUUID(), versionId: version, key: crypto.randomUUID() };
      await expect(http.upload(pending, path, 9 * MIB, {})).rejects.toMatchObject({ code: 'strange_answer' });
      await rm(folder, { recursive: true });
      expect(seen).toEqual([]);
    } finally {
      await new Promise((closed) => other.close(closed));
    }
  });

  test('messages with odd ids and paths are dropped, and only what is synced is ever opened', async () => {
    const { id } = server.record('../../fuera.sh', 'rm -rf');
    let tell: (frame: unknown) => void = () => {};
    server.say = (send) => {
      tell = send;
    };
    desktop = await ReadingDesktop.start(server.url);
    const at = desktop;
    await eventually(() => at.cycle?.resting, 'rest');
    const channel = `sync:${server.person}:${server.client}`;
    const envelope = (more: object) => ({
      ...{ v: 1, id: crypto.randomUUID(), opId: crypto.randomUUID(), type: 'download', epoch: 'boot' },
      ...{ data: { open: true } },
      ...more,
    });
    tell({ frame: 'message', channel, message: envelope({ seq: 1, recordId: '../../fuera.sh' }) });
    tell({ frame: 'message', channel, message: envelope({ seq: 1, opId: '../x', recordId: id }) });
    tell({ frame: 'message', channel, message: envelope({ seq: 1, recordId: id }) });
    await eventually(
      () => at.opened.length > 0,
      () => at.log.join('\n'),
    );
    expect(at.opened).toEqual(['Andes/Calidad/.._.._fuera.sh']);
    expect(at.log.filter((line) => line.includes('a frame that is not known')).length).toBeGreaterThan(0);
  });

  test('a frame without end closes the connection, and the engine goes on', async () => {
    let tell: (frame: unknown) => void = () => {};
    server.say = (send) => {
      tell = send;
    };
    desktop = await ReadingDesktop.start(server.url);
    const at = desktop;
    await eventually(() => at.cycle?.resting, 'rest');
    const before = server.requestsOf(/realtime/).length;
    tell({ frame: 'error', code: 'invalid', message: 'a'.repeat(2 * MIB) });
    await eventually(
      () => server.requestsOf(/realtime/).length > before,
      () => at.log.join('\n'),
    );
    expect(at.runner.status).toBe('online');
  });
});
