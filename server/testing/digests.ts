import { TIME_ZONE } from '#shared/platform/limits.ts';
import { nextDigest } from '../domains/notifications/digest-time.ts';
import type { TestServer } from './http.ts';

/**
 * Advances the clock to just after the daily digest that takes what was written until now, at whatever hour the test
 * runs: what is written in the last minutes before a digest belongs to the next one.
 */
export function toDigest(server: TestServer): void {
  const now = server.running.services.deps.now();
  const sent = nextDigest(now, TIME_ZONE).at.getTime() + 30_000;
  server.advance((sent - now.getTime()) / 1000);
}
