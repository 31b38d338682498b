import { expect, it } from 'vitest';
import { keepRunning } from '../../scripts/lib/keep-running.mjs';

/** A program that ends with one of these codes at each start, and the messages meanwhile. */
async function play(codes: readonly number[], isStopping = () => false) {
  let starts = 0;
  let hung = 0;
  const start = async () => ({ code: codes[starts++] ?? -1 });
  const onHung = () => {
    hung += 1;
  };
  return { code: await keepRunning(start, { onHung, isStopping, pauseMs: 0 }), starts, hung: () => hung };
}

it('starts again what hung, until it ends otherwise', async () => {
  const { code, starts, hung } = await play([70, 70, 1]);
  expect({ code, starts, hung: hung() }).toEqual({ code: 1, starts: 3, hung: 2 });
});

it('leaves a server that ended by itself', async () => {
  expect(await play([0])).toMatchObject({ code: 0, starts: 1 });
});

it('does not start again what was told to stop', async () => {
  expect(await play([70, 0], () => true)).toMatchObject({ code: 70, starts: 1 });
});
