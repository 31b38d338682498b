import { vi } from 'vitest';
import { EXPECTED_MS } from './limits.ts';

/**
 * Asks again and again until an answer comes without an error. Vitest's own functions for this give up after a second,
 * which no setting changes.
 *
 * @returns that answer @throws the last error, after a minute
 */
export function eventually<T>(ask: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(ask, { timeout: EXPECTED_MS });
}
