import { getEventListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FairQueue, type FairQueueLimits } from './fair-queue.ts';

const LIMITS: FairQueueLimits = { atOnce: 2, ofOne: 1, waiting: 60, waitMs: 60_000 };
const nobodyGone = new AbortController().signal;
const refusal = (): Error => new Error('busy');

/** Work that runs until it is told to end. */
function createDesk(turns: FairQueue) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, gone = nobodyGone): Promise<string> =>
    turns.run(name.slice(0, 1), gone, async () => {
      begun.push(name);
      await new Promise<void>((end) => ends.push(end));
      return name;
    });
  /** Ends the work that began first. */
  const end = async (): Promise<void> => {
    ends.shift()?.();
    await wait(0);
  };
  return { begun, ask, end };
}

describe('turns', () => {
  it('sixty of one person keep nobody waiting but their own', async () => {
    const { begun, ask, end } = createDesk(new FairQueue(LIMITS, refusal));
    const mine = Array.from({ length: 60 }, (_, at) => ask(`a${at}`));
    const theirs = ['b', 'c', 'd', 'e'].map((name) => ask(name));
    await wait(0);
    expect(begun).toEqual(['a0', 'b']);
    for (let at = 0; at < 8; at += 1) await end();
    // Everybody runs once before anybody runs twice while somebody waits.
    expect(begun.slice(0, 6).toSorted()).toEqual(['a0', 'a1', 'b', 'c', 'd', 'e']);
    for (let at = 0; at < 64; at += 1) await end();
    expect(await Promise.all(mine)).toEqual(Array.from({ length: 60 }, (_, at) => `a${at}`));
    expect(await Promise.all(theirs)).toEqual(['b', 'c', 'd', 'e']);
  });

  it('refuse at once what is more than may wait, and nobody else’s', async () => {
    const { ask, begun, end } = createDesk(new FairQueue({ ...LIMITS, waiting: 2 }, refusal));
    const first = [ask('a1'), ask('a2'), ask('a3')];
    await expect(ask('a4')).rejects.toThrow('busy');
    const other = ask('b1');
    for (let at = 0; at < 4; at += 1) await end();
    expect(await Promise.all([...first, other])).toEqual(['a1', 'a2', 'a3', 'b1']);
    expect(begun).not.toContain('a4');
  });

  it('refuse whoever waited too long, and do not end what runs', async () => {
    const { ask, begun, end } = createDesk(new FairQueue({ ...LIMITS, waitMs: 20 }, refusal));
    const running = ask('a1');
    await expect(ask('a2')).rejects.toThrow('busy');
    await end();
    expect(await running).toBe('a1');
    expect(begun).toEqual(['a1']);
  });

  it('are given back by whoever goes away', async () => {
    const { ask, begun, end } = createDesk(new FairQueue({ ...LIMITS, waiting: 1 }, refusal));
    const running = ask('a1');
    const leaving = new AbortController();
    const left = ask('a2', leaving.signal);
    await expect(ask('a3')).rejects.toThrow('busy');
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    const next = ask('a4');
    await end();
    await end();
    expect(await Promise.all([running, next])).toEqual(['a1', 'a4']);
    expect(begun).toEqual(['a1', 'a4']);
  });

  it('are given to nobody who had gone before they asked', async () => {
    const { ask, begun } = createDesk(new FairQueue(LIMITS, refusal));
    await expect(ask('a1', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(begun).toEqual([]);
  });

  it('are given back by whoever goes away while others run', async () => {
    const { ask, begun, end } = createDesk(new FairQueue({ ...LIMITS, atOnce: 1 }, refusal));
    const running = ask('a1');
    const leaving = new AbortController();
    const left = ask('b1', leaving.signal);
    await wait(0);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await end();
    await running;
    expect(begun).toEqual(['a1']);
  });

  it('of one person go on where what other processes know could not be had', async () => {
    let isFree = false;
    const given: string[] = [];
    const turns = new FairQueue(LIMITS, refusal, async (person) =>
      isFree
        ? async () => {
            given.push(person);
          }
        : null,
    );
    await expect(turns.run('a', nobodyGone, async () => 1)).rejects.toThrow('busy');
    isFree = true;
    expect(await turns.run('a', nobodyGone, async () => 2)).toBe(2);
    await expect(turns.run('a', nobodyGone, () => Promise.reject(new Error('its own')))).rejects.toThrow(
      'its own',
    );
    expect(given).toEqual(['a', 'a']);
  });
});

describe('who has had a turn, or gave it up', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('leaves nothing behind that waits', async () => {
    vi.useFakeTimers();
    const turns = new FairQueue(LIMITS, refusal);
    const asker = new AbortController();
    const waitedFor = () => [vi.getTimerCount(), getEventListeners(asker.signal, 'abort').length];
    let end = (): void => undefined;
    const running = turns.run('a', asker.signal, () => new Promise<void>((done) => (end = done)));
    await vi.advanceTimersByTimeAsync(0);
    // Once it runs, neither a timeout nor a disconnect ends it.
    expect(waitedFor()).toEqual([0, 0]);
    const waiting = turns.run('a', asker.signal, async () => undefined).catch(String);
    expect(waitedFor()).toEqual([1, 1]);
    asker.abort(new Error('gone'));
    expect(await waiting).toBe('Error: gone');
    expect(waitedFor()).toEqual([0, 0]);
    end();
    await running;
  });
});
