import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { EventLoop } from './event-loop.ts';

it('an event loop that does nothing but work is busy, one that waits is not', async () => {
  const eventLoop = new EventLoop();
  const until = performance.now() + 300;
  while (performance.now() < until);
  expect(eventLoop.busy).toBeGreaterThan(0.7);
  await wait(600);
  expect(eventLoop.busy).toBeLessThan(0.7);
});
