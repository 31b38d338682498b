import { describe, expect, it } from 'vitest';
import { ApiError } from './errors.ts';
import { runEach } from './run-each.ts';

const answers = (byItem: Record<string, unknown[]>) => {
  const asked: string[] = [];
  const work = async (item: string): Promise<void> => {
    asked.push(item);
    const error = byItem[item]?.shift();
    if (error) throw error;
  };
  return { asked, work };
};
const refusal = new ApiError(409, 'last_admin', 'Siempre queda alguien que administra.');

describe('one call for each of several things', () => {
  it('goes on after a refusal, and tells how far it is', async () => {
    const { asked, work } = answers({ b: [refusal] });
    const told: number[] = [];
    const outcome = await runEach(['a', 'b', 'c'], work, { tell: (over) => told.push(over) });
    expect(outcome).toEqual({ done: ['a', 'c'], refused: [{ item: 'b', error: refusal }], left: [] });
    expect([asked, told]).toEqual([
      ['a', 'b', 'c'],
      [1, 2, 3],
    ]);
  });

  it.each([0, 503])(
    'leaves the rest where nobody answers (status %i), the one included that was asked',
    async (status) => {
      const { asked, work } = answers({ b: [new ApiError(status, 'offline', 'Sin conexión')] });
      expect(await runEach(['a', 'b', 'c'], work)).toEqual({ done: ['a'], refused: [], left: ['b', 'c'] });
      expect(asked).toEqual(['a', 'b']);
    },
  );

  it('waits as long as the server says, and asks again', async () => {
    const busy = (seconds?: number) => new ApiError(429, 'too_many', 'Espera', undefined, seconds);
    const { asked, work } = answers({ a: [busy(7), busy()] });
    const waited: number[] = [];
    const outcome = await runEach(['a', 'b'], work, { wait: async (seconds) => void waited.push(seconds) });
    expect(outcome).toEqual({ done: ['a', 'b'], refused: [], left: [] });
    expect([asked, waited]).toEqual([
      ['a', 'a', 'a', 'b'],
      [7, 1],
    ]);
  });

  it('stops between two items, and during a pause', async () => {
    const { work } = answers({});
    const stop = new AbortController();
    const outcome = await runEach(['a', 'b'], work, { tell: () => stop.abort(), signal: stop.signal });
    expect(outcome).toEqual({ done: ['a'], refused: [], left: ['b'] });
    const other = new AbortController();
    const slow = answers({ a: [new ApiError(429, 'too_many', 'Espera')] });
    const paused = await runEach(['a', 'b'], slow.work, {
      wait: async () => other.abort(),
      signal: other.signal,
    });
    expect(paused).toEqual({ done: [], refused: [], left: ['a', 'b'] });
  });
});
