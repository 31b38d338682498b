import { createHash, randomBytes } from 'node:crypto';
import { stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ERRORS } from '@tus/server';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTestUploads, type TestUploads, type TestUploadsOptions } from '../../testing/uploads/uploads.ts';
import type { Schema } from '../db/schema.ts';
import type { Leases } from '../leases/held-leases.ts';
import { StorageError } from '../storage/storage.ts';
import type { Received } from './upload-store.ts';
import { UploadGone } from './uploads.ts';
import { WriteBehind } from './write-behind.ts';

const LARGE = 500_000;
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
/** Bytes that do not look like a program. */
const someBytes = (size: number): Buffer => Buffer.concat([Buffer.from('acta'), randomBytes(size - 4)]);

/** A database that has nothing, and takes everything. */
const db = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const opened: TestUploads[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
async function open(options: TestUploadsOptions = {}): Promise<TestUploads> {
  const made = await openTestUploads(db, options);
  opened.push(made);
  return made;
}

/** Leases as of a process that is alone, with the keys that it asked for. */
function leasesOf(over: Partial<Leases> = {}) {
  const asked: (readonly string[])[] = [];
  const leases: Leases = {
    take: async (keys) => {
      asked.push([...keys]);
      return new Set(keys);
    },
    extend: async (keys) => new Map(keys.map((key) => [key, { wanted: false }])),
    release: async () => undefined,
    ...over,
  };
  return { asked, leases };
}

async function receivedOf({ uploads }: TestUploads, key: string): Promise<Received> {
  const received = await uploads.received(key);
  if (!received) throw new Error('it is incomplete');
  return received;
}
const codeOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: { code: string } };
  return [response.status, error.code];
};

describe('an upload by tus', () => {
  it('is made under its key, comes in pieces, and is counted and hashed', async () => {
    const made = await open();
    const bytes = someBytes(LARGE);
    const answer = await made.create('one', LARGE, { origin: 'https://elsewhere.test' });
    expect([answer.status, answer.headers.get('location')]).toEqual([201, '/api/docs/uploads/one']);
    // No page of another site may read the answers.
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect((await made.patch('one', 0, bytes.subarray(0, 1000))).status).toBe(204);
    expect((await made.ask('HEAD', 'one')).headers.get('upload-offset')).toBe('1000');
    expect(await made.uploads.received('one')).toBeNull();
    expect((await made.patch('one', 1000, bytes.subarray(1000))).status).toBe(204);
    expect(await made.uploads.received('one')).toMatchObject({ sha256: sha256Of(bytes), size: LARGE });
    expect(made.lines).toEqual([]);
  });

  it('that is refused says so in words of ours, and is no trouble of the server’s', async () => {
    const made = await open();
    await made.create('one', 1000);
    expect(await codeOf(await made.create('one', 1000))).toEqual([409, 'conflict']);
    expect(await codeOf(await made.create('two', 1024 ** 2 + 1))).toEqual([413, 'too_large']);
    expect(await codeOf(await made.patch('nobody', 0, someBytes(10)))).toEqual([404, 'not_found']);
    // Of what the library refuses by itself, its status stays.
    expect(await codeOf(await made.ask('POST', '', {}))).toEqual([400, 'invalid']);
    const other = await made.ask('HEAD', 'one', { 'tus-resumable': '0.2.2' });
    expect([other.status, other.headers.get('tus-version')]).toEqual([412, '1.0.0']);
    const type = { 'content-type': 'application/offset+octet-stream' };
    expect(await codeOf(await made.ask('PATCH', 'one', type))).toEqual([400, 'invalid']);
    expect(made.lines).toEqual([]);
  });

  it('that the disk does not take is told to the operator', async () => {
    const made = await open();
    await made.create('one', LARGE);
    const error = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const writes = vi.spyOn(WriteBehind.prototype, 'end').mockRejectedValue(error);
    expect(await codeOf(await made.patch('one', 0, someBytes(LARGE)))).toEqual([507, 'storage_full']);
    writes.mockRestore();
    const fields = { err: error, method: 'PATCH' };
    expect(made.lines).toEqual([{ level: 'error', fields, message: 'upload failed' }]);
  });

  it('that cannot be locked fails by the server, which tells the operator', async () => {
    const error = new Error('the database is gone');
    const made = await open({ leases: leasesOf({ take: () => Promise.reject(error) }).leases });
    expect(await codeOf(await made.create('one', 1000))).toEqual([500, 'internal']);
    const fields = { err: error, method: 'POST' };
    expect(made.lines).toEqual([{ level: 'error', fields, message: 'upload failed' }]);
  });

  it('that another process holds for too long is no trouble of the server’s, and says why in words', async () => {
    const made = await open({
      leases: leasesOf({ take: () => Promise.reject(ERRORS.ERR_LOCK_TIMEOUT) }).leases,
    });
    expect(await codeOf(await made.create('one', 1000))).toEqual([503, 'unavailable']);
    const fields = { reason: 'failed to acquire lock before timeout', method: 'POST' };
    expect(made.lines).toEqual([{ level: 'info', fields, message: 'upload is held by another call' }]);
  });

  it('whose fault the library throws as no error is told in its words, and not without end', async () => {
    const thrown = { status_code: 500, body: 'x'.repeat(5000) };
    const made = await open({ leases: leasesOf({ take: () => Promise.reject(thrown) }).leases });
    expect((await made.create('one', 1000)).status).toBe(500);
    const fields = { reason: 'x'.repeat(200), method: 'POST' };
    expect(made.lines).toEqual([{ level: 'error', fields, message: 'upload failed' }]);
  });
});

describe('bytes that come whole', () => {
  it('are known to others unless their key was just made', async () => {
    const { asked, leases } = leasesOf();
    const made = await open({ leases });
    const bytes = someBytes(1000);
    await made.uploads.receive('one', bytes);
    expect(await receivedOf(made, 'one')).toMatchObject({ sha256: sha256Of(bytes), alone: false });
    expect(asked).toEqual([['one']]);
    await made.uploads.receive('two', bytes, { isNew: true });
    expect(await receivedOf(made, 'two')).toMatchObject({ sha256: sha256Of(bytes), alone: true });
    // Nobody else can know it: the database need not be asked.
    expect(asked).toEqual([['one']]);
  });

  it('are refused in words of ours where the upload began otherwise, and with the system’s where that fails', async () => {
    const made = await open();
    await made.uploads.receive('one', someBytes(1000));
    await expect(made.uploads.receive('one', someBytes(999))).rejects.toMatchObject({ code: 'conflict' });
    await expect(made.uploads.receive('missing/one', someBytes(10))).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });
});

describe('uploads between their judgement and the storage', () => {
  it.each([1000, LARGE])('keep what was judged, not what came in its place: %i bytes', async (size) => {
    const made = await open();
    const { uploads, storage } = made;
    const [first, second] = [someBytes(size), someBytes(size)];
    await uploads.receive('one', first);
    const judged = await receivedOf(made, 'one');
    // Its maker gives it up and begins anew with as many other bytes, just before the storage names them.
    await uploads.forget(['one']);
    await uploads.receive('one', second);
    await expect(uploads.keep([judged])).rejects.toThrow(new UploadGone('other bytes came meanwhile'));
    expect(await storage.stat(sha256Of(first))).toBeNull();
    await uploads.keep([await receivedOf(made, 'one')]);
    expect(await storage.read(sha256Of(second))).toEqual(second);
  });

  it('are stored all or none where one of them is gone', async () => {
    const made = await open();
    for (const key of ['one', 'two']) await made.uploads.receive(key, someBytes(1000));
    const judged = [await receivedOf(made, 'one'), await receivedOf(made, 'two')];
    await made.uploads.forget(['two']);
    await expect(made.uploads.keep(judged)).rejects.toThrow(UploadGone);
    expect(await made.storage.stat(judged[0]?.sha256 ?? '')).toBeNull();
  });

  it('are gone where the same bytes came again in another file', async () => {
    const made = await open();
    const bytes = someBytes(1000);
    await made.uploads.receive('one', bytes);
    const judged = await receivedOf(made, 'one');
    await made.uploads.forget(['one']);
    await made.create('one', bytes.length);
    await made.patch('one', 0, bytes.subarray(0, 400));
    await made.patch('one', 400, bytes.subarray(400));
    expect((await receivedOf(made, 'one')).path).not.toBe(judged.path);
    await expect(made.uploads.keep([judged])).rejects.toThrow(UploadGone);
    await made.uploads.keep([await receivedOf(made, 'one')]);
    expect(await made.storage.read(sha256Of(bytes))).toEqual(bytes);
  });

  /** An upload that this process has hashed, with other bytes of another one written over them since. */
  async function overwritten(made: TestUploads): Promise<{ judged: Received; now: Buffer }> {
    const [before, now] = [someBytes(1000), someBytes(1000)];
    await writeFile(join(made.storage.incoming, 'one.json'), JSON.stringify({ id: 'one', size: 1000 }));
    await writeFile(join(made.storage.incoming, 'one'), before);
    const judged = await receivedOf(made, 'one');
    await writeFile(join(made.storage.incoming, 'one'), now);
    return { judged, now };
  }

  it('are read again where another process wrote over them', async () => {
    const made = await open();
    const { judged, now } = await overwritten(made);
    await expect(made.uploads.keep([judged])).rejects.toThrow(UploadGone);
    expect(await receivedOf(made, 'one')).toMatchObject({ sha256: sha256Of(now) });
    await made.uploads.keep([await receivedOf(made, 'one')]);
    expect(await made.storage.read(sha256Of(now))).toEqual(now);
  });

  it.each(['hash_mismatch', 'size_mismatch'] as const)('are read again after %s', async (code) => {
    const putMany = () => Promise.reject(new StorageError(code, 'other bytes'));
    const made = await open({ putMany });
    const { judged, now } = await overwritten(made);
    await expect(made.uploads.keep([judged])).rejects.toThrow(new UploadGone('other bytes'));
    expect(await receivedOf(made, 'one')).toMatchObject({ sha256: sha256Of(now) });
  });

  it('are gone where the storage does not find them', async () => {
    const putMany = () => Promise.reject(new StorageError('source_missing', 'no such file'));
    const made = await open({ putMany });
    await made.uploads.receive('one', someBytes(1000));
    await expect(made.uploads.keep([await receivedOf(made, 'one')])).rejects.toThrow(
      new UploadGone('no such file'),
    );
  });

  it.each([new StorageError('storage_full', 'no room'), new Error('out of memory')])(
    'stay as they were after another trouble: %s',
    async (error) => {
      const made = await open({ putMany: () => Promise.reject(error) });
      await made.uploads.receive('one', someBytes(1000));
      const judged = await receivedOf(made, 'one');
      await expect(made.uploads.keep([judged])).rejects.toBe(error);
      // They are not read again: it can be tried once more at once.
      expect(await receivedOf(made, 'one')).toEqual(judged);
      expect(judged.sealed).toBe(true);
    },
  );

  it('are locked for other processes, except those that nobody else knows', async () => {
    const { asked, leases } = leasesOf();
    const made = await open({ leases });
    await made.uploads.receive('one', someBytes(1000));
    await made.uploads.receive('two', someBytes(1000), { isNew: true });
    asked.splice(0);
    await made.uploads.keep([await receivedOf(made, 'one'), await receivedOf(made, 'two')]);
    expect(asked).toEqual([['one']]);
  });

  it('go on where their lock cannot be extended, which the operator is told', async () => {
    const error = new Error('the database is gone');
    const { leases } = leasesOf({ extend: () => Promise.reject(error) });
    const { promise: stored, resolve } = Promise.withResolvers<void>();
    const made = await open({ leases, putMany: () => stored });
    await made.uploads.receive('one', someBytes(1000));
    const kept = made.uploads.keep([await receivedOf(made, 'one')]);
    const message = 'the lock of an upload was not extended';
    await expect.poll(() => made.lines[0]).toEqual({ level: 'warn', fields: { err: error }, message });
    resolve();
    await kept;
  });
});

describe('uploads that nobody goes on with', () => {
  it('are those of which no file was touched since then', async () => {
    const made = await open();
    const then = new Date('2026-05-04T03:02:01Z');
    const folder = made.storage.incoming;
    const at = async (name: string, seconds: number) => {
      await writeFile(join(folder, name), '');
      const moment = new Date(then.getTime() + seconds * 1000);
      await utimes(join(folder, name), moment, moment);
    };
    await at('old', -1);
    await at('old.json', -60);
    await at('going-on', 60);
    await at('going-on.json', -60);
    await at('announced.json', -1);
    await at('whole.whole', -1);
    await at('just-then', 0);
    // It is listed, and has been taken away when it is looked at.
    await symlink(join(folder, 'nowhere'), join(folder, 'gone'));
    expect((await made.uploads.untouchedSince(then)).sort()).toEqual(['announced', 'old', 'whole']);
  });

  it('are forgotten with all of their files, and others stay', async () => {
    const made = await open();
    for (const key of ['one', 'two', 'three']) await made.uploads.receive(key, someBytes(1000));
    await made.uploads.forget(['one', 'two', 'missing']);
    expect(await Promise.all(['one', 'two'].map((key) => made.uploads.received(key)))).toEqual([null, null]);
    expect(await receivedOf(made, 'three')).toMatchObject({ size: 1000 });
  });

  it('have the time of their last byte', async () => {
    const made = await open();
    expect(await made.uploads.lastByteAt('one')).toBeNull();
    await made.uploads.receive('one', someBytes(1000));
    const { path } = await receivedOf(made, 'one');
    expect(await made.uploads.lastByteAt('one')).toEqual((await stat(path)).mtime);
  });
});
