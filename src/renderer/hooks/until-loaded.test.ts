import { afterEach, expect, it, vi } from 'vitest';
import { untilLoaded } from './until-loaded.ts';

afterEach(() => vi.useRealTimers());

it('a part that cannot be loaded is asked for again until it is there', async () => {
  vi.useFakeTimers();
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('no connection'))
    .mockRejectedValueOnce(new Error('no connection'))
    .mockResolvedValue('the part');
  const loaded = untilLoaded(load);
  await vi.runAllTimersAsync();
  expect(await loaded).toBe('the part');
  expect(load).toHaveBeenCalledTimes(3);
});
