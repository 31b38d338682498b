import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../errors.ts';
import { createPace } from './pace.ts';

const HERE = new AbortController().signal;

/** Calls that do not end before they are let go. */
function openCalls() {
  const started: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const call = (name: string) => () => {
    started.push(name);
    return promise.then(() => name);
  };
  return { started, call, letGo: resolve };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the pace of calls', () => {
  afterEach(() => vi.useRealTimers());

  test.each([
    [10, 5],
    [11, 5],
    [5, 2],
    [2, 2],
    [1, 2],
  ])('with %i connections one person holds %i at most, and others go on', async (connections, most) => {
    const pace = createPace(connections);
    const { started, call, letGo } = openCalls();
    const own = Array.from({ length: most + 2 }, (_, at) => pace('ana', HERE, call(`ana ${at}`)));
    const other = pace('luz', HERE, call('luz'));
    await settled();
    expect(started.filter((name) => name.startsWith('ana'))).toHaveLength(most);
    expect(started).toContain('luz');
    letGo();
    expect(await Promise.all(own)).toEqual(own.map((_, at) => `ana ${at}`));
    expect(await other).toBe('luz');
  });

  test('who waited for a minute is told to come again in five seconds', async () => {
    vi.useFakeTimers();
    const pace = createPace(4);
    const { call, letGo } = openCalls();
    const running = [pace('ana', HERE, call('1')), pace('ana', HERE, call('2'))];
    const waiting = pace('ana', HERE, call('3')).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    const refused = await waiting;
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ code: 'unavailable', retryAfter: 5 });
    letGo();
    await Promise.all(running);
  });
});
