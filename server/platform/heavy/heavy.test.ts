import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../errors.ts';
import type { Leases } from '../leases/held-leases.ts';
import { createHeavy, type Heavy, isHeavy } from './heavy.ts';

/** Work that somebody asked for, which runs until it is told to end. */
function createDesk(heavy: Heavy, kind: 'run' | 'stream' = 'run') {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (person: string, gone?: AbortSignal): Promise<string> =>
    heavy[kind](person, gone, async () => {
      begun.push(person);
      await new Promise<void>((end) => ends.push(end));
      return person;
    });
  const endAll = async (): Promise<void> => {
    for (let turns = 0; turns < 100; turns += 1) {
      ends.shift()?.();
      await Promise.resolve();
    }
  };
  return { begun, ask, endAll };
}
/** Lets what was asked for begin. */
const settle = async (): Promise<void> => {
  for (let turns = 0; turns < 100; turns += 1) await Promise.resolve();
};
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof ApiError ? `${error.code} ${error.retryAfter}` : String(error)),
  );
const alone = (atOnce: number) =>
  createHeavy({
    ...{ atOnce, leases: null },
    onError: (error) => {
      throw error;
    },
  });

/** Leases of which other processes hold some. */
function createLeases(theirs: Set<string>) {
  const ours = new Set<string>();
  const released: string[] = [];
  const asked: string[] = [];
  const leases: Leases = {
    take: async (keys) => {
      asked.push(...keys);
      const free = keys.filter((key) => !theirs.has(key));
      for (const key of free) ours.add(key);
      return new Set(free);
    },
    extend: async (keys) => new Map(keys.map((key) => [key, { wanted: false }])),
    release: async (keys) => {
      for (const key of keys) ours.delete(key);
      released.push(...keys);
    },
  };
  return { leases, ours, released, asked };
}

describe('heavy work', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is done one at a time for a person, and so many at once for everybody', async () => {
    const { ask, begun, endAll } = createDesk(alone(2));
    const all = [ask('ana'), ask('ana'), ask('eva'), ask('inés')];
    await settle();
    expect(begun).toEqual(['ana', 'eva']);
    await endAll();
    expect(await Promise.all(all)).toEqual(['ana', 'ana', 'eva', 'inés']);
  });

  it('waits with five more of a person, and refuses the next', async () => {
    const { ask, endAll } = createDesk(alone(2));
    const all = Array.from({ length: 6 }, () => ask('ana'));
    await settle();
    expect(await refusal(ask('ana'))).toBe('busy 10');
    await endAll();
    expect(await Promise.all(all)).toHaveLength(6);
  });

  it('waits for half a minute', async () => {
    vi.useFakeTimers();
    const { ask, endAll } = createDesk(alone(2));
    const [first, second] = [ask('ana'), refusal(ask('ana'))];
    await vi.advanceTimersByTimeAsync(29_999);
    const third = ask('eva');
    await vi.advanceTimersByTimeAsync(1);
    expect(await second).toBe('busy 10');
    await endAll();
    expect(await Promise.all([first, third])).toEqual(['ana', 'eva']);
  });

  it('is begun for nobody who has gone away', async () => {
    const { ask, begun, endAll } = createDesk(alone(2));
    const leaving = new AbortController();
    const [first, left] = [ask('ana'), refusal(ask('ana', leaving.signal))];
    leaving.abort(new Error('gone'));
    expect(await left).toBe('Error: gone');
    await endAll();
    await first;
    expect(begun).toEqual(['ana']);
  });

  it('that is sent while it is made goes two at a time for a person, beside the other', async () => {
    const heavy = alone(1);
    const [work, streams] = [createDesk(heavy), createDesk(heavy, 'stream')];
    const all = [work.ask('ana'), ...Array.from({ length: 3 }, () => streams.ask('ana'))];
    await settle();
    expect([work.begun.length, streams.begun.length]).toEqual([1, 2]);
    const others = Array.from({ length: 20 }, (_, at) => streams.ask(`p${at}`));
    await settle();
    expect(streams.begun).toHaveLength(16);
    for (let round = 0; round < 3; round += 1) {
      await streams.endAll();
      await wait(0);
    }
    await work.endAll();
    expect(await Promise.all([...all, ...others])).toHaveLength(24);
  });

  it('holds its person’s place among all processes while it runs, and gives it back', async () => {
    const { leases, ours, released } = createLeases(new Set());
    const { ask, endAll } = createDesk(createHeavy({ atOnce: 2, leases, onError: () => undefined }));
    const all = [ask('ana'), ask('eva')];
    await settle();
    expect([...ours]).toEqual(['heavy:ana', 'heavy:eva']);
    await endAll();
    await Promise.all(all);
    expect(released.toSorted()).toEqual(['heavy:ana', 'heavy:eva']);
  });

  it('waits while another process does that person’s, for half a minute', async () => {
    vi.useFakeTimers();
    const theirs = new Set(['heavy:ana']);
    const { leases, asked } = createLeases(theirs);
    const heavy = createHeavy({ atOnce: 2, leases, onError: () => undefined });
    const call = heavy.run('ana', undefined, async () => 'done');
    await vi.advanceTimersByTimeAsync(20_000);
    theirs.clear();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await call).toBe('done');
    theirs.add('heavy:ana');
    const late = refusal(heavy.run('ana', undefined, async () => 'done'));
    await vi.advanceTimersByTimeAsync(31_000);
    expect(await late).toBe('busy 10');
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked, 'nobody waits for it any more').toHaveLength(before);
    // What is sent while it is made holds no place there.
    expect(await heavy.stream('ana', undefined, async () => 'sent')).toBe('sent');
  });

  it('is not asked for any longer of other processes when its client has gone', async () => {
    vi.useFakeTimers();
    const { leases, asked } = createLeases(new Set(['heavy:ana']));
    const heavy = createHeavy({ atOnce: 2, leases, onError: () => undefined });
    const gone = new AbortController();
    const call = refusal(heavy.run('ana', gone.signal, async () => 'done'));
    await vi.advanceTimersByTimeAsync(1000);
    gone.abort(new Error('gone'));
    expect(await call).toBe('Error: gone');
    await vi.advanceTimersByTimeAsync(1000);
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(5000);
    expect(asked).toHaveLength(before);
  });
});

describe('a call is heavy', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => at);

  it.each([
    ['by itself', { heavy: true }, undefined, true],
    ['by itself, whatever its body', { heavy: true, heavyBeyond: 5 }, { items: many(1) }, true],
    ['never, where nothing says so', {}, { items: many(1000) }, false],
    ['by more items than so many', { heavyBeyond: 5 }, { items: many(6) }, true],
    ['not by as many', { heavyBeyond: 5 }, { items: many(5) }, false],
    ['by more records than so many', { heavyBeyond: 5 }, { records: many(6) }, true],
    ['by its items, where both are named', { heavyBeyond: 5 }, { items: many(6), records: many(1) }, true],
    ['not by what is no list', { heavyBeyond: 5 }, { items: 'abcdefgh' }, false],
    ['not without a body', { heavyBeyond: 5 }, undefined, false],
    ['not with nothing for a body', { heavyBeyond: 5 }, null, false],
  ] as const)('%s', (_, endpoint, body, expected) => {
    expect(isHeavy(endpoint, body)).toBe(expected);
  });
});

describe('files and bundles that are being sent', () => {
  const link = (heavy: Heavy, to: string | null, person = 'ana') => {
    const ends: (() => void)[] = [];
    let begun = 0;
    const ask = () =>
      heavy.file(person, to, undefined, () => {
        begun += 1;
        return new Promise<string>((end) => ends.push(() => end('sent')));
      });
    const endAll = async (): Promise<void> => {
      while (ends.length > 0) {
        ends.shift()?.();
        await settle();
      }
    };
    return { ask, endAll, begun: () => begun };
  };
  const asked = (count: number, ask: () => Promise<unknown>) => Array.from({ length: count }, () => ask());

  it('are sixteen of a link, as many wait, and the next is told so, whoever it is', async () => {
    const heavy = alone(2);
    const { ask, endAll, begun } = link(heavy, 'token');
    const sent = asked(32, ask);
    await settle();
    expect(begun()).toBe(16);
    const error = await link(heavy, 'token', 'eva')
      .ask()
      .catch((each: unknown) => each);
    expect(error).toMatchObject({ code: 'busy', retryAfter: 10 });
    expect((error as ApiError).message).toMatch(/demasiadas descargas/);
    const another = link(heavy, 'another');
    const own = link(heavy, null);
    sent.push(another.ask(), own.ask());
    await settle();
    expect([another.begun(), own.begun()]).toEqual([1, 1]);
    for (const each of [another, own, { endAll }]) await each.endAll();
    expect(await Promise.all(sent)).toEqual(sent.map(() => 'sent'));
  });

  it('are sixty-four of a person, over all links, and nobody else waits for them', async () => {
    const heavy = alone(2);
    const { ask, begun, endAll } = link(heavy, null);
    const sent = asked(65, ask);
    const other = link(heavy, null, 'eva');
    sent.push(other.ask());
    await settle();
    expect([begun(), other.begun()]).toEqual([64, 1]);
    await endAll();
    await other.endAll();
    expect(await Promise.all(sent)).toHaveLength(66);
  });

  it('are sixteen bundles of a person; one whose client has gone never begins', async () => {
    const heavy = alone(2);
    const ends: (() => void)[] = [];
    let begun = 0;
    const work = () => {
      begun += 1;
      return new Promise<string>((end) => ends.push(() => end('sent')));
    };
    const sent = asked(16, () => heavy.bundle('ana', undefined, work));
    const gone = new AbortController();
    const late = heavy.bundle('ana', gone.signal, work).catch(() => 'gone');
    await settle();
    gone.abort();
    expect(await late).toBe('gone');
    expect(begun).toBe(16);
    for (const end of ends) end();
    expect(await Promise.all(sent)).toEqual(sent.map(() => 'sent'));
  });
});
