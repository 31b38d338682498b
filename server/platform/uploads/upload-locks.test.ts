import { ERRORS } from '@tus/server';
import { describe, expect, it, vi } from 'vitest';
import type { Leases } from '../leases/held-leases.ts';
import { UploadLocks } from './upload-locks.ts';

const NEVER = new AbortController().signal;

/** Leases as the database keeps them: by key, the process that has it. */
class KnownLeases implements Leases {
  readonly holders = new Map<string, string>();
  readonly wanted = new Set<string>();

  async take(keys: readonly string[], holder: string): Promise<ReadonlySet<string>> {
    const taken = new Set<string>();
    for (const key of keys) {
      const other = this.holders.get(key);
      if (other !== undefined && other !== holder) this.wanted.add(key);
      else {
        this.holders.set(key, holder);
        taken.add(key);
      }
    }
    return taken;
  }

  async extend(keys: readonly string[], holder: string) {
    return new Map(
      keys
        .filter((key) => this.holders.get(key) === holder)
        .map((key) => [key, { wanted: this.wanted.has(key) }]),
    );
  }

  async release(keys: readonly string[], holder: string): Promise<void> {
    for (const key of keys) if (this.holders.get(key) === holder) this.holders.delete(key);
  }
}

const fail = (error: unknown): never => {
  throw error;
};

/** Work that goes on until it is told to end. */
function begun() {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  let runs = false;
  return {
    end,
    work: async () => {
      runs = true;
      await promise;
      runs = false;
    },
    get runs() {
      return runs;
    },
  };
}

const turns = async (count = 20) => {
  for (let at = 0; at < count; at += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe.each([
  ['in one process', () => null],
  ['between processes', () => new KnownLeases()],
])('the lock of an upload, %s', (_, leasesOf) => {
  it('lets one work at a time, and others go on beside it', async () => {
    const leases = leasesOf();
    const [locks, others] = [new UploadLocks(leases, fail), new UploadLocks(leases, fail)];
    const [first, second, beside] = [begun(), begun(), begun()];
    const done = [
      locks.hold(['a', 'b'], first.work),
      (leases ? others : locks).hold(['b', 'a', 'b'], second.work),
      locks.hold(['c'], beside.work),
    ];
    await turns();
    expect([first.runs, second.runs, beside.runs]).toEqual([true, false, true]);
    first.end();
    await done[0];
    await expect.poll(() => second.runs).toBe(true);
    for (const each of [second, beside]) each.end();
    await Promise.all(done);
    expect(leases?.holders.size ?? 0).toBe(0);
  });

  it('is given back where the work fails, with its error and its result', async () => {
    const leases = leasesOf();
    const locks = new UploadLocks(leases, fail);
    const failed = locks.hold(['a'], async () => fail(new Error('broken')));
    await expect(failed).rejects.toThrow('broken');
    expect(leases?.holders.size ?? 0).toBe(0);
    expect(await locks.hold(['a'], async () => 'done')).toBe('done');
    expect(await locks.hold([], async () => 'nothing to lock')).toBe('nothing to lock');
  });

  it('is held through the library too, until it is unlocked', async () => {
    const leases = leasesOf();
    const locks = new UploadLocks(leases, fail);
    const lock = locks.newLock('a');
    await lock.lock(NEVER, () => undefined);
    expect([...(leases?.holders.keys() ?? ['a'])]).toEqual(['a']);
    const next = begun();
    const done = locks.hold(['a'], next.work);
    await turns();
    expect(next.runs).toBe(false);
    await lock.unlock();
    await expect.poll(() => next.runs).toBe(true);
    next.end();
    await done;
  });

  it('asks whoever holds it to finish, when somebody else wants it', async () => {
    const leases = leasesOf();
    const [locks, others] = [new UploadLocks(leases, fail), new UploadLocks(leases, fail)];
    const lock = locks.newLock('a');
    let asked = 0;
    await lock.lock(NEVER, () => {
      asked += 1;
      void lock.unlock();
    });
    const waiting = (leases ? others : locks).newLock('a');
    await waiting.lock(NEVER, () => undefined);
    expect(asked).toBeGreaterThan(0);
    await waiting.unlock();
  });
});

it('asks the database nothing where there is nothing to lock', async () => {
  const leases = new KnownLeases();
  const asked = vi.spyOn(leases, 'take');
  expect(await new UploadLocks(leases, fail).hold([], async () => 'done')).toBe('done');
  expect(asked).not.toHaveBeenCalled();
});

describe('the lock of an upload that another process has', () => {
  it('is not waited for by a client that has gone, and blocks nobody in this process', async () => {
    const leases = new KnownLeases();
    leases.holders.set('a', 'another process');
    const locks = new UploadLocks(leases, fail);
    const gone = new AbortController();
    const waiting = locks.newLock('a').lock(gone.signal, () => undefined);
    await turns();
    expect(leases.wanted).toEqual(new Set(['a']));
    gone.abort();
    await expect(waiting).rejects.toBe(ERRORS.ERR_LOCK_TIMEOUT);
    leases.holders.delete('a');
    expect(await locks.hold(['a'], async () => 'free')).toBe('free');
  });
});
