import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLargeBodies } from './large-bodies.ts';

const NEVER = new AbortController().signal;
const failure = (error: Error & { code?: string; retryAfter?: number }) =>
  error.code ? `${error.code} ${error.retryAfter}` : error.message;

it('parses one body in each turn of the event loop, also of several people', async () => {
  const bodies = createLargeBodies();
  let turn = 0;
  let ended = false;
  const turns: number[] = [];
  const parse = () => turns.push(turn);
  const all = Promise.all(
    ['ana', 'ana', 'ana', 'luis', 'luis', 'eva'].map((person) => bodies(person, NEVER, parse)),
  ).finally(() => {
    ended = true;
  });
  // Somebody else's calls: each turn of the loop answers one.
  while (!ended) {
    turn += 1;
    await setImmediate();
  }
  await all;
  expect(turns).toHaveLength(6);
  expect(new Set(turns).size).toBe(6);
});

it('gives what parsing gives, and its errors, and goes on after them', async () => {
  const bodies = createLargeBodies();
  const broken = bodies('ana', NEVER, () => {
    throw new Error('invalid');
  });
  expect(await Promise.all([broken.catch(failure), bodies('ana', NEVER, () => 7)])).toEqual(['invalid', 7]);
});

it('keeps no more than a hundred of one person in memory, and others are not refused for it', async () => {
  const bodies = createLargeBodies();
  const many = Array.from({ length: 110 }, () => bodies('ana', NEVER, () => 'parsed').catch(failure));
  const other = bodies('luis', NEVER, () => 'parsed');
  const answers = await Promise.all(many);
  expect(answers.filter((answer) => answer === 'busy 5').length).toBeGreaterThan(5);
  expect(answers.filter((answer) => answer === 'parsed').length).toBeGreaterThanOrEqual(100);
  expect(await other).toBe('parsed');
});

it('leaves four fifths of the time to others, however many one person sends', async () => {
  const bodies = createLargeBodies();
  const MS = 5;
  let busy = 0;
  const work = () => {
    const began = performance.now();
    while (performance.now() - began < MS);
    busy += performance.now() - began;
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: 10 }, () => bodies('ana', NEVER, work)));
  // The last one need not be waited for.
  expect(performance.now() - began).toBeGreaterThan(busy * 4);
});
