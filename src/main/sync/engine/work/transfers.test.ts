import { expect, test } from 'vitest';
import { RemoteError } from '../../ports/remote.ts';
import type { Failure } from '../failures/failure.ts';
import { Transfers } from './transfers.ts';

const OFFLINE = new RemoteError('offline', 'offline', '');
const operation = (id: string): Failure['operation'] => ({ kind: 'forget', id });
const untilStopped = (signal: AbortSignal) =>
  new Promise<never>((_, refuse) => signal.addEventListener('abort', () => refuse(OFFLINE)));

test('one transfer of a key runs at a time, and keeps busy what it is about until it ends', async () => {
  let ended = 0;
  let finish = () => {};
  const transfers = new Transfers(10, () => {
    ended += 1;
  });
  expect([transfers.isLarge(10), transfers.isLarge(11)]).toEqual([false, true]);
  const runs: string[] = [];
  const start = (name: string) =>
    transfers.start('a', operation(name), ['r1', undefined, 'i1'], () => {
      runs.push(name);
      return new Promise((done) => {
        finish = () => done([]);
      });
    });
  start('first');
  start('second');
  expect([transfers.isBusy, transfers.isRunning('a'), transfers.busy]).toEqual([true, true, ['r1', 'i1']]);
  await Promise.resolve();
  finish();
  await transfers.idle();
  expect([runs, ended, transfers.isBusy, transfers.busy]).toEqual([['first'], 1, false, []]);
});

test('failures are told once; an error of the program is thrown', async () => {
  const transfers = new Transfers(0, () => {});
  const failure = { operation: operation('told'), error: OFFLINE };
  transfers.start('told', failure.operation, [], async () => [failure]);
  transfers.start('thrown', operation('thrown'), [], () => Promise.reject(OFFLINE));
  await transfers.idle();
  expect(transfers.takeFailures().map((each) => each.operation)).toEqual([
    operation('told'),
    operation('thrown'),
  ]);
  expect(transfers.takeFailures()).toEqual([]);
  transfers.start('fault', operation('fault'), [], () => Promise.reject(new TypeError('fault')));
  await transfers.idle();
  expect(() => transfers.takeFailures()).toThrow('fault');
});

test('what was stopped has not failed, and what waits for its turn does not begin', async () => {
  const transfers = new Transfers(0, () => {});
  let begun = 0;
  for (const key of ['a', 'b', 'c', 'd', 'e'])
    transfers.start(key, operation(key), [], (signal) => {
      begun += 1;
      return untilStopped(signal);
    });
  await Promise.resolve();
  transfers.stop();
  await transfers.idle();
  expect([begun, transfers.takeFailures()]).toEqual([3, []]);
  transfers.start('a', operation('a'), [], async () => [{ operation: operation('a'), error: OFFLINE }]);
  await transfers.idle();
  expect(transfers.takeFailures()).toHaveLength(1);
});

test('one that brings what nobody wants any more is stopped, the others go on', async () => {
  const transfers = new Transfers(0, () => {});
  let finish = () => {};
  transfers.start('unwanted', operation('unwanted'), [], untilStopped);
  transfers.start('wanted', operation('wanted'), [], () => new Promise((done) => (finish = () => done([]))));
  await Promise.resolve();
  transfers.stopUnwanted((each) => 'id' in each && each.id !== 'unwanted');
  await new Promise((done) => setImmediate(done));
  expect([transfers.isRunning('unwanted'), transfers.isRunning('wanted')]).toEqual([false, true]);
  finish();
  await transfers.idle();
  expect(transfers.takeFailures()).toEqual([]);
});

test('a failure that nobody has heard of keeps the engine from resting', async () => {
  const transfers = new Transfers(0, () => {});
  transfers.start('a', operation('a'), [], () => Promise.reject(OFFLINE));
  await transfers.idle();
  expect(transfers.isBusy).toBe(true);
  expect(transfers.takeFailures()).toHaveLength(1);
  expect(transfers.isBusy).toBe(false);
});
