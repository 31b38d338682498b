import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HttpClient } from '../../adapters/http/http-client.ts';
import { HttpRemote } from '../../adapters/http/http-remote.ts';
import { HostileServer, sha256Of } from '../../testing/hostile-server.ts';

const MIB = 1024 ** 2;
const TEXT = 'acta';
const SENT = { sha256: sha256Of(TEXT), size: TEXT.length };
const person = { _id: randomUUID(), firstname: 'Ana', lastname: 'Soto', avatar: null };

/** A version as our server tells of it, with what `more` says instead. */
function versionOf(more: Record<string, unknown> = {}) {
  return {
    ...{ _id: randomUUID(), record: randomUUID(), group: randomUUID(), key: null, number: 1, state: 0 },
    ...{ status: 'ready', name: 'Acta.txt', type: 'text/plain', comment: '', base: null, unfinished: null },
    ...{ conflict: false, settled: false, discarded: false, errored: false, origin: 'sync' },
    ...{ current: true, published: false, createdBy: person, createdAt: '2026-01-01T00:00:00.000Z' },
    ...SENT,
    ...more,
  };
}
const confirmed = (more: Record<string, unknown> = {}) => {
  const version = versionOf(more);
  return { version, outcome: 'current', current: version };
};

describe('a server that lies about what it took', () => {
  let server: HostileServer;
  let folder: string;
  let path: string;
  let remote: HttpRemote;

  beforeEach(async () => {
    server = await HostileServer.open();
    folder = await mkdtemp(join(tmpdir(), 'legajo-up-'));
    path = join(folder, 'Acta.txt');
    await writeFile(path, TEXT);
    remote = new HttpRemote(new HttpClient(server.url, { token: async () => 'secret' }), (below) => below);
  });
  afterEach(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  const record = { library: randomUUID(), folder: null, name: 'Acta.txt', date: '2026-01-01', title: 'Acta' };
  const small = () => ({ opId: randomUUID(), record: { ...record, size: SENT.size }, path, ...SENT });
  const edit = () => ({ record: randomUUID(), base: randomUUID(), name: 'Acta.txt', path, ...SENT });

  /** Each call that ends with the server's word on what it holds now. */
  const CALLS = {
    recordsSend: (answer: object) => {
      server.answers.set('recordsSend', (_req, res) =>
        server.json(res, { results: [{ ok: true, confirmed: answer }] }),
      );
      return remote.sendRecords([small()], {});
    },
    versionSend: (answer: object) => {
      server.answers.set('versionSend', (_req, res) => server.json(res, answer));
      return remote.sendVersion(randomUUID(), edit(), {});
    },
    confirm: (answer: object) => {
      server.answers.set('confirm', (_req, res) => server.json(res, answer));
      return remote.confirm(randomUUID(), { versionId: randomUUID(), ...SENT });
    },
  } as const;

  describe.each(Object.keys(CALLS) as (keyof typeof CALLS)[])('%s', (call) => {
    test('the bytes that were sent are taken for what they are', async () => {
      await expect(CALLS[call](confirmed())).resolves.toBeDefined();
    });

    test.each<[string, Record<string, unknown>]>([
      ['another hash', { sha256: 'b'.repeat(64) }],
      ['no hash', { sha256: null }],
      ['another size', { size: SENT.size + 1 }],
      ['no size', { size: null }],
    ])('%s is no answer of our server', async (_what, lie) => {
      await expect(CALLS[call](confirmed(lie))).rejects.toMatchObject({ code: 'strange_answer' });
    });

    test('nor is one whose conflict is of other bytes', async () => {
      const answer = { ...confirmed({ sha256: 'b'.repeat(64) }), outcome: 'conflict', current: versionOf() };
      await expect(CALLS[call](answer)).rejects.toMatchObject({ code: 'strange_answer' });
    });
  });

  test('fewer results than documents were sent are no answer', async () => {
    server.answers.set('recordsSend', (_req, res) =>
      server.json(res, { results: [{ ok: true, confirmed: confirmed() }] }),
    );
    await expect(remote.sendRecords([small(), small()], {})).rejects.toMatchObject({
      code: 'strange_answer',
    });
  });

  test('an upload whose key would lead elsewhere is not begun', async () => {
    server.answers.set('versionCreate', (_req, res) =>
      server.json(res, { version: versionOf({ key: '../../otra', status: 'pending' }) }, 201),
    );
    await expect(remote.createVersion(randomUUID(), edit())).rejects.toMatchObject({
      code: 'strange_answer',
    });
  });

  test.each<[string, Record<string, string>]>([
    ['no offset', {}],
    ['one beyond the file', { 'upload-offset': String(9 * MIB + 1) }],
    ['one below nothing', { 'upload-offset': '-1' }],
    ['one that is no number', { 'upload-offset': 'todo' }],
  ])('an upload with %s is not gone on with', async (_what, headers) => {
    const large = join(folder, 'Plano.bin');
    await writeFile(large, Buffer.alloc(9 * MIB));
    server.answers.set('uploadHead', (_req, res) => {
      res.writeHead(200, { 'tus-resumable': '1.0.0', 'upload-length': String(9 * MIB), ...headers }).end();
    });
    const pending = { recordId: randomUUID(), versionId: randomUUID(), key: randomUUID() };
    const before = server.requests.length;
    await expect(remote.upload(pending, large, 9 * MIB, {})).rejects.toMatchObject({
      code: 'strange_answer',
    });
    expect(server.requests.slice(before).map(({ method }) => method)).toEqual(['HEAD']);
  });

  test.each<[string, string, string]>([
    ['took less than what was sent', String(MIB), '0'],
    ['took more than there is', String(9 * MIB + 1), '0'],
    ['does not say what it took', '', '0'],
    ['has more than there is when it is asked again', String(9 * MIB), String(9 * MIB + 1)],
  ])('an upload ends at a server that %s', { timeout: 20_000 }, async (_what, taken, again) => {
    const large = join(folder, 'Plano.bin');
    await writeFile(large, Buffer.alloc(9 * MIB));
    const head = { 'tus-resumable': '1.0.0', 'upload-length': String(9 * MIB) };
    let asked = 0;
    server.answers.set('uploadHead', (_req, res) => {
      asked += 1;
      res.writeHead(200, { ...head, 'upload-offset': asked === 1 ? '0' : again }).end();
    });
    let patches = 0;
    server.answers.set('uploadPatch', (_req, res) => {
      patches += 1;
      // A client that goes on for ever would never end this test.
      if (patches > 3) res.writeHead(500).end();
      else
        res.writeHead(204, { 'tus-resumable': '1.0.0', ...(taken ? { 'upload-offset': taken } : {}) }).end();
    });
    const pending = { recordId: randomUUID(), versionId: randomUUID(), key: randomUUID() };
    await expect(remote.upload(pending, large, 9 * MIB, {})).rejects.toMatchObject({
      code: 'strange_answer',
    });
    expect(patches).toBeLessThanOrEqual(1);
  });
});
