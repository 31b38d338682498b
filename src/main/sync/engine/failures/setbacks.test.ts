import { expect, test } from 'vitest';
import type { Operation } from '../../planner/operations.ts';
import { FilesError } from '../../ports/files.ts';
import type { BlockedItem } from '../../ports/journal.ts';
import type { Failure } from './failure.ts';
import { Setbacks } from './setbacks.ts';

/** So many downloads into a library's folder, each of which needs as many bytes as its number. */
const downloads = (count: number, library = 'Andes/Calidad'): Operation[] =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'download',
    id: `${library} ${at + 1}`,
    path: `${library}/Planta/${at + 1}.pdf`,
    place: { library, parent: library },
    version: { id: `v${at}`, number: 1, sha256: '', size: at + 1 },
    writable: true,
    expected: undefined,
  }));
const withoutRoom = (operation: Operation): Failure => ({
  operation,
  error: new FilesError('full', '.legajo/tmp/v', 'ENOSPC'),
});

/** What is left after these found no room at the time 0. */
function short(batch: readonly Operation[]) {
  const setbacks = new Setbacks();
  expect(setbacks.take(batch.map(withoutRoom), 0, new Map())).toEqual([]);
  const ready = () => setbacks.ready({ batch, unsettled: false }, 1, () => false).length;
  const blocked = () => setbacks.blocked(new Map(), () => false, batch);
  return { setbacks, ready, blocked };
}

test('a document without room is listed with the bytes that it needs, and waits for its pause', () => {
  const { setbacks, ready, blocked } = short(downloads(2));
  expect(setbacks.short).toEqual([1, 2]);
  expect(ready()).toBe(0);
  const shown = blocked().map(({ reason, path, bytes }) => ({ reason, path, bytes }));
  expect(shown).toEqual([
    { reason: 'no-space', path: 'Andes/Calidad/Planta/1.pdf', bytes: 1 },
    { reason: 'no-space', path: 'Andes/Calidad/Planta/2.pdf', bytes: 2 },
  ]);
});

test('with more room those that fit are tried at once', () => {
  const { setbacks, ready } = short(downloads(10));
  setbacks.retryFitting(4);
  expect(ready()).toBe(4);
});

test('many of a library are one item with their number and bytes; "Reintentar" tries them all', () => {
  const { setbacks, ready, blocked } = short([...downloads(30), ...downloads(2, 'Andes/Obras')]);
  expect(blocked()).toHaveLength(3);
  const [all] = blocked() as [BlockedItem];
  expect(all).toMatchObject({ reason: 'no-space', path: 'Andes/Calidad', bytes: 465, inside: 30 });
  setbacks.retry(all.key);
  expect(ready()).toBe(30);
});

test('any other failure keeps its pause, whatever room there is', () => {
  const [operation] = downloads(1) as [Operation];
  const setbacks = new Setbacks();
  setbacks.take([{ operation, error: new FilesError('denied', 'x', 'EACCES') }], 0, new Map());
  expect(setbacks.short).toEqual([]);
  setbacks.retryFitting(1e15);
  expect(setbacks.ready({ batch: [operation], unsettled: false }, 1, () => false)).toEqual([]);
});

test('the pause grows while its tries run beside the cycles, when it is not planned', () => {
  const setbacks = new Setbacks();
  const batch = downloads(1);
  const [operation] = batch as [Operation];
  const key = 'download:Andes/Calidad 1';
  const plan = (planned: readonly Operation[], now: number, running: string[] = []) =>
    setbacks.ready({ batch: planned, unsettled: false }, now, (each) => running.includes(each)).length;
  for (const [at, pause] of [
    [0, 1000],
    [1000, 2000],
    [3000, 4000],
    [7000, 8000],
  ] as const) {
    setbacks.take([withoutRoom(operation)], at, new Map());
    expect(plan(batch, at + pause - 1)).toBe(0);
    expect(plan(batch, at + pause)).toBe(1);
    expect(plan([], at + pause, [key])).toBe(0);
    expect(setbacks.blocked(new Map(), () => false, [])).toHaveLength(1);
  }
  expect(plan([], 7000)).toBe(0);
  expect(setbacks.short).toEqual([]);
});
