import { RateLimiterMemory } from 'rate-limiter-flexible';
import { describe, expect, it } from 'vitest';
import { type Attempts, createAttempts } from './attempts.ts';

const COUNTING = {
  counts: (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterMemory({ keyPrefix, points, duration }),
  keyOf: (key: string) => key,
};
const right = async (): Promise<string> => 'in';

describe('tries that wait', () => {
  /** Runs of one lane that all wait for the same gate. */
  const crowd = (
    attempts: Attempts,
    size: number,
    who: Parameters<Attempts['run']>[0],
    gate: Promise<void>,
  ) => Array.from({ length: size }, () => attempts.run(who, () => gate));
  const createGate = () => {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { gate, open };
  };

  it('are refused once the room is full, whoever comes', async () => {
    const attempts = createAttempts('full', { perAccount: 9, perAddress: 9 }, COUNTING);
    const { gate, open } = createGate();
    const all = [1, 2, 3, 4, 5].flatMap((host) =>
      crowd(attempts, 450, { address: `203.0.113.${host}` }, gate),
    );
    const settled = Promise.allSettled(all);
    open();
    const refused = (await settled).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    // Two thousand wait beside four that are under way.
    expect(refused).toHaveLength(5 * 450 - 2004);
    expect(refused[0]).toMatchObject({ code: 'unavailable', retryAfter: 2 });
    expect(await attempts.run({ address: '203.0.113.1' }, right)).toBe('in');
  });

  it('give back one place each, and no more', async () => {
    const attempts = createAttempts('place', { perAccount: 9, perAddress: 9 }, COUNTING);
    const who = { address: '203.0.113.7' };
    const first = createGate();
    const others = createGate();
    const [one] = crowd(attempts, 1, who, first.gate);
    const rest = Promise.allSettled(crowd(attempts, 499, who, others.gate));
    first.open();
    await one;
    const next = Promise.allSettled(crowd(attempts, 2, who, others.gate));
    others.open();
    expect((await next).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect((await rest).every(({ status }) => status === 'fulfilled')).toBe(true);
  });

  it('give their place back, and those of a device are not its address’s', async () => {
    const attempts = createAttempts('lane', { perAccount: 9, perAddress: 9 }, COUNTING);
    for (let round = 0; round < 2; round += 1) {
      const { gate, open } = createGate();
      const flood = crowd(attempts, 501, { address: '203.0.113.7', own: 'device:1' }, gate);
      const settled = Promise.allSettled(flood);
      const beside = attempts.run({ address: '203.0.113.7' }, right);
      open();
      const refused = (await settled).filter(({ status }) => status === 'rejected');
      expect(refused).toHaveLength(1);
      expect(await beside).toBe('in');
    }
  });

  it('of one who has many come after those of who has few', async () => {
    const attempts = createAttempts('queue', { perAccount: 1000, perAddress: 1000 }, COUNTING);
    const done: string[] = [];
    const gates: (() => void)[] = [];
    const from = (address: string) =>
      attempts.run({ address }, async () => {
        await new Promise<void>((open) => gates.push(open));
        done.push(address);
      });
    const flood = Array.from({ length: 40 }, () => from('203.0.113.7'));
    const few = [from('198.51.100.1'), from('198.51.100.2')];
    while (done.length < 42) {
      await new Promise((turn) => setImmediate(turn));
      gates.shift()?.();
    }
    await Promise.all([...flood, ...few]);
    // Four were under way already, and one of the flood was first in the queue.
    expect(done.indexOf('198.51.100.1')).toBeLessThan(8);
    expect(done.indexOf('198.51.100.2')).toBeLessThan(8);
  });

  it('are refused once one address has filled its part of the room, and others are not', async () => {
    const attempts = createAttempts('room', { perAccount: 1000, perAddress: 1000 }, COUNTING);
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const flood = Array.from({ length: 600 }, () => attempts.run({ address: '203.0.113.7' }, () => gate));
    const other = attempts.run({ address: '198.51.100.1' }, right);
    open();
    const refused = (await Promise.allSettled(flood)).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(100);
    expect(await other).toBe('in');
  });
});
