import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  appendFile,
  chmod,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Upload } from '@tus/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUNDLE_MAX } from '#shared/platform/limits.ts';
import { UploadStore } from './upload-store.ts';

const SMALL = 256 * 1024;
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
/** Bytes that do not look like a program. */
const someBytes = (size: number): Buffer =>
  Buffer.concat([Buffer.from('acta'), randomBytes(size)]).subarray(0, size);
const PROGRAM = Buffer.from('MZ and what follows');

let folder: string;
let store: UploadStore;
let arrived: string[];
let gaveUp: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legajo-uploads-'));
  open();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A store as after a start: what earlier ones knew in memory is gone. */
function open(): void {
  [arrived, gaveUp] = [[], []];
  store = new UploadStore(
    folder,
    (key) => void arrived.push(key),
    async (key) => void gaveUp.push(key),
  );
}

const announce = (key: string, size: number) => store.create(new Upload({ id: key, size, offset: 0 }));
const names = async () => (await readdir(folder)).sort();
const send = (key: string, bytes: Uint8Array, offset = 0) => store.write(Readable.from([bytes]), key, offset);

/** The connection breaks after these bytes. */
async function breakOff(key: string, bytes: readonly Uint8Array[], offset = 0): Promise<void> {
  async function* until() {
    yield* bytes;
    throw new Error('cut');
  }
  await expect(store.write(Readable.from(until()), key, offset)).rejects.toThrow('cut');
}

describe('an upload by tus', () => {
  it('may be created, with its first bytes, and terminated, and have no length that comes later', () => {
    expect(store.extensions).toEqual(['creation', 'creation-with-upload', 'termination']);
  });

  it.each([
    [SMALL, ['a.json']],
    [SMALL + 1, ['a', 'a.json']],
  ])('of %i bytes is announced by %j', async (size, files) => {
    await announce('a', size);
    expect(await names()).toEqual(files);
    const upload = await store.getUpload('a');
    expect([upload.size, upload.offset]).toEqual([size, 0]);
    expect(await store.received('a')).toBeNull();
  });

  it('is created once', async () => {
    await announce('a', 10);
    await expect(announce('a', 10)).rejects.toMatchObject({ message: 'exists', code: 'EEXIST' });
  });

  it.each([1, 22_000, SMALL])('of %i bytes that comes in one piece is one read-only file', async (size) => {
    const bytes = someBytes(size);
    await announce('a', size);
    expect(await send('a', bytes)).toBe(size);
    expect(await names()).toEqual(['a.json', 'a.whole']);
    expect((await stat(join(folder, 'a.whole'))).mode & 0o777).toBe(0o400);
    expect(await store.received('a')).toEqual({
      ...{ key: 'a', path: join(folder, 'a.whole'), sha256: sha256Of(bytes), size },
      ...{ executable: false, sealed: true, alone: false },
    });
    expect(arrived).toEqual(['a']);
  });

  it.each([5000, SMALL + 5000])('of %i bytes that is whole takes its empty last part again', async (size) => {
    const bytes = someBytes(size);
    await announce('a', size);
    await send('a', bytes);
    expect(await store.write(Readable.from([]), 'a', size)).toBe(size);
    expect(await store.received('a')).toMatchObject({ sha256: sha256Of(bytes), size });
  });

  it('that is large is written as it comes, and goes on where it broke off', async () => {
    const bytes = someBytes(SMALL + 50_000);
    await announce('a', bytes.length);
    await breakOff('a', [bytes.subarray(0, 70_000), bytes.subarray(70_000, 90_000)]);
    expect(arrived).toEqual(['a', 'a']);
    expect((await store.getUpload('a')).offset).toBe(90_000);
    expect(await store.received('a')).toBeNull();
    expect(await send('a', bytes.subarray(90_000), 90_000)).toBe(bytes.length);
    expect(await store.received('a')).toMatchObject({
      ...{ path: join(folder, 'a'), sha256: sha256Of(bytes), size: bytes.length },
      ...{ sealed: false, alone: false },
    });
  });

  it('that is small and breaks off becomes an ordinary one, and goes on where it was', async () => {
    const bytes = someBytes(5000);
    await announce('a', 5000);
    await breakOff('a', [bytes.subarray(0, 1000), bytes.subarray(1000, 3000)]);
    expect(await names()).toEqual(['a', 'a.json']);
    expect(await readFile(join(folder, 'a'))).toEqual(bytes.subarray(0, 3000));
    expect((await store.getUpload('a')).offset).toBe(3000);
    await send('a', bytes.subarray(3000), 3000);
    expect(await store.received('a')).toMatchObject({ sha256: sha256Of(bytes), sealed: false });
  });

  it('of which nothing came has no file yet', async () => {
    await announce('a', 5000);
    await breakOff('a', []);
    expect(await names()).toEqual(['a.json']);
    expect((await store.getUpload('a')).offset).toBe(0);
  });

  it('that comes whole while another answer had it whole is refused, and what is there stays', async () => {
    const bytes = someBytes(400);
    await announce('a', 400);
    await send('a', bytes);
    await expect(send('a', someBytes(400))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await store.received('a')).toMatchObject({ sha256: sha256Of(bytes) });
  });

  it('goes on after a restart by what lies on the disk', async () => {
    const bytes = someBytes(SMALL + 1);
    await announce('a', bytes.length);
    await breakOff('a', [bytes.subarray(0, 100_000)]);
    open();
    expect((await store.getUpload('a')).offset).toBe(100_000);
    await send('a', bytes.subarray(100_000), 100_000);
    open();
    expect(await store.received('a')).toMatchObject({ sha256: sha256Of(bytes), sealed: false });
  });

  it('begins with no bytes of an earlier one under its key', async () => {
    await announce('a', SMALL + 1);
    await breakOff('a', [someBytes(70_000)]);
    // As where a process ended between two steps.
    await unlink(join(folder, 'a.json'));
    const bytes = someBytes(SMALL + 70_000);
    await announce('a', bytes.length);
    expect((await stat(join(folder, 'a'))).size).toBe(0);
    await breakOff('a', [bytes.subarray(0, 70_000)]);
    await send('a', bytes.subarray(70_000), 70_000);
    expect(await store.received('a')).toMatchObject({ sha256: sha256Of(bytes) });
  });

  it('whose description is lost does not go on', async () => {
    await announce('a', SMALL + 1);
    await unlink(join(folder, 'a.json'));
    await expect(store.getUpload('a')).rejects.toEqual({ status_code: 404, body: '' });
    await announce('b', SMALL + 1);
    await unlink(join(folder, 'b'));
    await expect(store.getUpload('b')).rejects.toEqual({ status_code: 404, body: '' });
    // A small one has no file before its bytes come.
    await announce('c', SMALL);
    expect((await store.getUpload('c')).offset).toBe(0);
  });
});

describe('programs', () => {
  const PIECES = [[PROGRAM], [PROGRAM.subarray(0, 1), PROGRAM.subarray(1)]];

  it.each(PIECES)('are refused before a byte is stored', async (...pieces) => {
    for (const size of [PROGRAM.length, SMALL + 1]) {
      await announce(`a${size}`, size);
      await expect(store.write(Readable.from(pieces), `a${size}`, 0)).rejects.toMatchObject({
        code: 'file_kind',
      });
      expect((await store.getUpload(`a${size}`)).offset).toBeLessThan(2);
    }
    await expect(store.take('b', PROGRAM, true)).rejects.toMatchObject({ code: 'file_kind' });
    await expect(store.take('b', PROGRAM, false)).rejects.toMatchObject({ code: 'file_kind' });
    expect(await store.received('b')).toBeNull();
  });

  it('are refused where their first bytes come in two calls', async () => {
    await announce('a', SMALL + 1);
    await breakOff('a', [PROGRAM.subarray(0, 1)]);
    await expect(send('a', PROGRAM.subarray(1), 1)).rejects.toMatchObject({ code: 'file_kind' });
    expect((await store.getUpload('a')).offset).toBe(1);
  });

  it('are known by the beginning alone', async () => {
    const bytes = Buffer.concat([Buffer.from('acta'), PROGRAM]);
    await announce('a', bytes.length);
    await store.write(Readable.from([bytes.subarray(0, 4), bytes.subarray(4)]), 'a', 0);
    expect(await store.received('a')).toMatchObject({ executable: false, size: bytes.length });
  });

  it('that lie there all the same are told', async () => {
    await announce('a', PROGRAM.length);
    await writeFile(join(folder, 'a.whole'), PROGRAM);
    expect(await store.received('a')).toMatchObject({ executable: true });
  });
});

describe('an upload that comes whole in a body with several', () => {
  it('is this call’s alone where its key was just made', async () => {
    const bytes = someBytes(1000);
    await store.take('a', bytes, true);
    expect(arrived).toEqual(['a']);
    expect(await names()).toEqual(['a.whole']);
    expect(await store.received('a')).toMatchObject({ sha256: sha256Of(bytes), sealed: true, alone: true });
    await store.remove('a');
    expect(await names()).toEqual([]);
  });

  it.each([1000, SMALL + 1, BUNDLE_MAX.fileBytes])(
    'of %i bytes may have been announced before',
    async (size) => {
      const bytes = someBytes(size);
      await announce('a', size);
      await store.take('a', bytes, false);
      expect(await store.received('a')).toMatchObject({
        sha256: sha256Of(bytes),
        sealed: true,
        alone: false,
        size,
      });
      await store.remove('a');
      expect(await names()).toEqual([]);
    },
  );

  it('and is there whole already is left as it is', async () => {
    const bytes = someBytes(1000);
    await announce('a', 1000);
    await store.take('a', bytes, false);
    const { ino } = await stat(join(folder, 'a.whole'));
    arrived = [];
    await store.take('a', bytes, false);
    expect(arrived).toEqual([]);
    expect((await stat(join(folder, 'a.whole'))).ino).toBe(ino);
    expect(await store.received('a')).toMatchObject({ sha256: sha256Of(bytes) });
  });

  it('and was begun by tus goes on so', async () => {
    const bytes = someBytes(1000);
    await announce('a', 1000);
    await breakOff('a', [bytes.subarray(0, 400)]);
    await expect(store.take('a', bytes, false)).rejects.toMatchObject({ message: 'exists', code: 'EEXIST' });
    expect((await store.getUpload('a')).offset).toBe(400);
  });

  it('and has another size than what came whole is refused', async () => {
    await announce('a', 1000);
    await store.take('a', someBytes(1000), false);
    await expect(store.take('a', someBytes(999), false)).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it('and was announced with another size is not taken for whole', async () => {
    const bytes = someBytes(400);
    await announce('a', 1000);
    await breakOff('a', [bytes]);
    await expect(store.take('a', bytes, false)).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it('twice at once is stored once', async () => {
    const bytes = someBytes(200_000);
    await announce('a', bytes.length);
    await Promise.all([store.take('a', bytes, false), store.take('a', bytes, false)]);
    expect(await names()).toEqual(['a.json', 'a.whole']);
    expect(await store.received('a')).toMatchObject({ sha256: sha256Of(bytes) });
  });

  it('beside other bytes of the same key is refused', async () => {
    await announce('a', 200_000);
    const both = [someBytes(200_000), someBytes(100_000)];
    const ends = await Promise.allSettled(both.map((bytes) => store.take('a', bytes, false)));
    expect(ends.filter(({ status }) => status === 'rejected').length).toBeLessThanOrEqual(1);
    const kept = await readFile(join(folder, 'a.whole'));
    expect(both.map(sha256Of)).toContain(sha256Of(kept));
  });

  it('is not taken for the empty file that a broken write left', async () => {
    await writeFile(join(folder, 'a.whole'), '');
    await expect(store.take('a', someBytes(1000), true)).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it('says what is wrong where it cannot be written, and leaves nothing half', async () => {
    await expect(store.take('missing/a', someBytes(10), true)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(store.take('missing/b', someBytes(10), false)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await names()).toEqual([]);
  });
});

describe('what is remembered of an upload', () => {
  it('is its hash, until that is forgotten', async () => {
    const [bytes, others] = [someBytes(1000), someBytes(1000)];
    await announce('a', 1000);
    await send('a', bytes);
    await chmod(join(folder, 'a.whole'), 0o600);
    await writeFile(join(folder, 'a.whole'), others);
    expect(await store.received('a')).toMatchObject({ sha256: sha256Of(bytes), sealed: true });
    store.forgetHash('a');
    expect(await store.received('a')).toMatchObject({
      sha256: sha256Of(others),
      sealed: false,
      alone: false,
    });
  });

  it('ends with it', async () => {
    const [bytes, others] = [someBytes(1000), someBytes(1000)];
    for (const each of [bytes, others]) {
      await announce('a', 1000);
      await send('a', each);
      expect(await store.received('a')).toMatchObject({ sha256: sha256Of(each) });
      await store.remove('a');
      expect(await store.received('a')).toBeNull();
      expect(await names()).toEqual([]);
    }
  });

  it('ends with it, also where another process removed it', async () => {
    await announce('a', 1000);
    await send('a', someBytes(1000));
    for (const name of await names()) await unlink(join(folder, name));
    const others = someBytes(1000);
    await announce('a', 1000);
    await writeFile(join(folder, 'a.whole'), others);
    expect(await store.received('a')).toMatchObject({ sha256: sha256Of(others), sealed: false });
  });

  it('ends with it, also where another process begins one under its key', async () => {
    await store.take('a', someBytes(1000), true);
    await store.remove('a');
    const other = new UploadStore(
      folder,
      () => undefined,
      async () => undefined,
    );
    await other.create(new Upload({ id: 'a', size: 500, offset: 0 }));
    expect(await store.getUpload('a')).toMatchObject({ size: 500, offset: 0 });
    await store.remove('a');
    expect(await names()).toEqual([]);
  });

  it('is not trusted beyond its length', async () => {
    await announce('a', SMALL + 10);
    const bytes = someBytes(SMALL);
    await breakOff('a', [bytes]);
    const rest = randomBytes(10);
    await appendFile(join(folder, 'a'), rest);
    expect(await store.received('a')).toMatchObject({ sha256: sha256Of(Buffer.concat([bytes, rest])) });
  });

  it('holds no length that was not announced', async () => {
    await writeFile(join(folder, 'a.json'), JSON.stringify({ id: 'a', size: null }));
    expect(await store.received('a')).toBeNull();
    expect(await store.received('nobody')).toBeNull();
  });
});

describe('the time of an upload’s last byte', () => {
  const then = new Date('2026-05-04T03:02:01Z');

  it.each([
    ['a small one', 1000],
    ['a large one', SMALL + 1],
  ])('is that of the file of %s', async (_, size) => {
    await announce('a', size);
    await send('a', someBytes(size));
    const [file] = (await names()).filter((name) => !name.endsWith('.json'));
    await utimes(join(folder, file ?? ''), then, then);
    expect(await store.lastByteAt('a')).toEqual(then);
  });

  it('is not known before a byte came', async () => {
    await announce('a', 1000);
    expect(await store.lastByteAt('a')).toBeNull();
  });
});

describe.runIf(process.platform === 'linux')('a disk that does not take the bytes', () => {
  /** The upload's bytes go there instead of into its file. */
  async function into(path: string): Promise<Buffer> {
    const bytes = someBytes(SMALL + 1);
    await announce('a', bytes.length);
    await unlink(join(folder, 'a'));
    await symlink(path, join(folder, 'a'));
    return bytes;
  }

  it('since it is full: the upload is given up, so that its part does not keep it full', async () => {
    const bytes = await into('/dev/full');
    await expect(send('a', bytes)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(gaveUp).toEqual(['a']);
    expect(await names()).toEqual([]);
  });

  it('for another reason: the upload stays, and what was hashed is forgotten', async () => {
    // The system takes numbers there, and only few.
    const bytes = await into('/proc/self/oom_score_adj');
    await expect(send('a', bytes)).rejects.toMatchObject({ code: 'EINVAL' });
    expect(gaveUp).toEqual([]);
    expect(await names()).toEqual(['a', 'a.json']);
    await unlink(join(folder, 'a'));
    const others = someBytes(bytes.length);
    await writeFile(join(folder, 'a'), others);
    expect(await store.received('a')).toMatchObject({ sha256: sha256Of(others) });
  });
});

describe('a disk of 64 KiB', () => {
  let disk: string;
  let mounted = false;
  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'legajo-small-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' });
      mounted = true;
    } catch {
      // Needs the right to mount, as in a container of one's own.
    }
  });
  afterAll(async () => {
    if (mounted) execFileSync('umount', [disk]);
    await rm(disk, { recursive: true });
  });

  it.for([true, false])('keeps no half of what came whole, of a new key: %j', async (isNew, { skip }) => {
    skip(!mounted, 'no disk can be mounted here');
    const full = new UploadStore(
      disk,
      () => undefined,
      async () => undefined,
    );
    await expect(full.take('a', someBytes(200_000), isNew)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readdir(disk)).toEqual([]);
    await full.take('a', someBytes(1000), isNew);
    expect(await full.received('a')).toMatchObject({ size: 1000 });
    await full.remove('a');
  });
});
