import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadWithTimeout } from './load-with-timeout.ts';

describe('a page chunk (docs/domain/limits.md)', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('that never comes is an error after 120 s, and not before', { tags: 'spec-8.6-chunk' }, async () => {
    let failed = false;
    const loading = loadWithTimeout(() => new Promise<never>(() => undefined)).catch(() => {
      failed = true;
    });
    await vi.advanceTimersByTimeAsync(119_999);
    expect(failed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await loading;
    expect(failed).toBe(true);
  });

  it('that comes or fails leaves no timer behind', async () => {
    await expect(loadWithTimeout(() => Promise.resolve('screen'))).resolves.toBe('screen');
    await expect(loadWithTimeout(() => Promise.reject(new Error('404')))).rejects.toThrow('404');
    expect(vi.getTimerCount()).toBe(0);
  });
});
