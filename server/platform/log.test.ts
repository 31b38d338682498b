import { describe, expect, it } from 'vitest';
import { openDatabase } from './db/client.ts';
import { createLog } from './log.ts';
import { StorageError } from './storage/storage.ts';

const fault = (code: string, more: object = {}) =>
  Object.assign(new Error(`${code}: it failed`), { code, ...more });

function logOf() {
  const lines: { err: Record<string, unknown>; msg: string; repeated?: number }[] = [];
  let now = 0;
  const log = createLog(
    { logLevel: 'info', dataDir: '/srv/legajo' },
    { write: (line) => void lines.push(JSON.parse(line)) },
    () => now,
  );
  const wait = (ms: number) => {
    now += ms;
  };
  return { log, lines, wait };
}

describe('the log of a fault of the machine', () => {
  it.each([
    ['a full disk', fault('ENOSPC', { syscall: 'write' }), '/srv/legajo', /make room/],
    [
      'a quota',
      fault('EDQUOT', { path: '/srv/legajo/files/ab' }),
      '/srv/legajo/files/ab',
      /quota of this account/,
    ],
    [
      'a content',
      new StorageError('storage_full', 'x', { cause: fault('ENOSPC', { path: '/a' }) }),
      '/a',
      /make room/,
    ],
    ['a disk that fails', fault('EIO'), '/srv/legajo', /disk fails/],
    ['a folder', fault('EACCES', { path: '/b' }), '/b', /right to/],
    ['the database’s disk', fault('53100'), undefined, /disk of the database/],
    ['too many files', fault('EMFILE', { path: '/c' }), undefined, /LimitNOFILE/],
    ['a database that stops', fault('57P01'), undefined, /DATABASE_URL/],
    ['a database that is gone', new Error('Connection terminated unexpectedly'), undefined, /DATABASE_URL/],
    ['a connection', fault('ECONNRESET'), undefined, undefined],
    ['a reader', fault('EPIPE'), undefined, undefined],
  ])('says what and where it is and what to do, without a stack: %s', (_, err, path, todo) => {
    const { log, lines } = logOf();
    log.error({ err }, 'upload failed');
    expect(lines).toHaveLength(1);
    expect(lines[0]?.err).toMatchObject({ message: err.message, code: expect.any(String) });
    expect(lines[0]?.err).not.toHaveProperty('stack');
    expect(lines[0]?.err.path).toBe(path);
    expect(lines[0]?.err.todo).toEqual(todo ? expect.stringMatching(todo) : undefined);
  });

  it('says what to do about a database that refuses connections', async () => {
    const { log, lines } = logOf();
    const databaseUrl = 'postgres://legajo@127.0.0.1:1/legajo';
    const database = await openDatabase({ databaseUrl, dataDir: '/srv/legajo' });
    const err: unknown = await database.db
      .selectFrom('users')
      .select('id')
      .execute()
      .catch((error) => error);
    await database.close();
    log.error({ err }, 'request failed for now');
    expect(lines[0]?.err).toMatchObject({
      code: 'ECONNREFUSED',
      todo: expect.stringMatching(/DATABASE_URL/),
    });
    expect(lines[0]?.err).not.toHaveProperty('stack');
  });

  it('is one line a minute of each kind, and the next one has the number of the others', () => {
    const { log, lines, wait } = logOf();
    for (let n = 0; n < 20; n += 1) log.error({ err: fault('ENOSPC'), requestId: n }, 'the disk is full');
    log.error({ err: fault('EIO') }, 'the disk is full');
    log.error({ err: fault('ENOSPC') }, 'not ready');
    expect(lines.map(({ msg, err }) => `${msg} ${err.code}`)).toEqual([
      'the disk is full ENOSPC',
      'the disk is full EIO',
      'not ready ENOSPC',
    ]);
    wait(59_999);
    log.child({ job: 'x' }).error({ err: fault('ENOSPC') }, 'the disk is full');
    expect(lines).toHaveLength(3);
    wait(1);
    log.error({ err: fault('ENOSPC') }, 'the disk is full');
    expect(lines[3]).toMatchObject({ msg: 'the disk is full', repeated: 20 });
    wait(60_000);
    log.error({ err: fault('ENOSPC') }, 'the disk is full');
    expect(lines[4]).not.toHaveProperty('repeated');
  });

  it('is told of each mail and each content', () => {
    const { log, lines } = logOf();
    for (const about of [{ outbox: 'a' }, { outbox: 'b' }, { sha256: 'c' }, { sha256: 'd' }])
      log.error({ err: fault('ETIMEDOUT'), ...about }, 'given up');
    expect(lines).toHaveLength(4);
  });

  it('has the stack of every fault of the code', () => {
    const { log, lines } = logOf();
    for (const err of [
      new TypeError('x is not a function'),
      fault('ENOENT', { path: '/a' }),
      fault('23505'),
    ]) {
      log.error({ err }, 'request failed');
      log.error({ err }, 'request failed');
    }
    expect(lines).toHaveLength(6);
    for (const { err } of lines) expect(err.stack).toContain('log.test.ts');
  });
});
