import { beforeEach, expect, test } from 'vitest';
import type { Operation } from '../../planner/operations.ts';
import type { LocalEntry } from '../../planner/trees.ts';
import { FakeJournal } from '../../simulation/fakes/fake-journal.ts';
import { LIBRARY, local, localFolder, OBRAS, PATH, ROOT, synced } from '../../testing/planned.ts';
import { Memory } from './memory.ts';
import { MovesByBytes } from './moves-by-bytes.ts';

const WAIT_MS = 30_000;
const ELSEWHERE = `${ROOT}/Otra.docx`;
const move: Operation = {
  kind: 'move remote',
  id: 'r1',
  path: ELSEWHERE,
  library: LIBRARY,
  parent: LIBRARY,
  name: 'Otra.docx',
};
const adopt: Operation = {
  kind: 'adopt',
  id: 'r1',
  path: ELSEWHERE,
  expected: { identity: 'i2', stamp: 's2', sha256: 'sha-v1' },
  place: undefined,
};
const copied = local('v1', { path: ELSEWHERE, identity: 'i2' });

let moves: MovesByBytes;
beforeEach(() => {
  const memory = new Memory(new FakeJournal(() => {}));
  const more = { name: 'Calidad', path: ROOT, cursor: undefined, epoch: undefined, settledOnce: true };
  memory.commit([
    { type: 'synced', node: synced('v1') },
    { type: 'library', library: { id: LIBRARY, ...more } },
  ]);
  moves = new MovesByBytes(memory, WAIT_MS);
});

const allowed = (batch: Operation[], entry: LocalEntry, now: number, isJudging = false) => {
  moves.note(batch, { entryOf: new Map([['r1', entry]]), idOf: new Map([[ROOT, LIBRARY]]) }, now);
  return moves.allowed(batch, { now, isJudging });
};

test('a move that its bytes alone show waits for a moment, and is not adopted before', () => {
  expect(allowed([move, adopt], copied, 0)).toEqual([]);
  expect(moves.waiting).toEqual([{ id: 'r1', path: ELSEWHERE, until: WAIT_MS }]);
  expect(moves.libraries).toEqual([LIBRARY, LIBRARY]);
  expect(allowed([move, adopt], copied, WAIT_MS - 1)).toEqual([]);
  expect(allowed([move, adopt], copied, WAIT_MS)).toEqual([move, adopt]);
});

test('it waits for as long as it is open what went back, and goes when its person wants it', () => {
  expect(allowed([move], copied, 0)).toEqual([]);
  expect(allowed([move], copied, WAIT_MS, true)).toEqual([]);
  moves.acceptAll();
  expect(allowed([move], copied, WAIT_MS, true)).toEqual([move]);
});

test('one that its person wants sent at once goes at once', () => {
  allowed([move], copied, 0);
  moves.accept(['r1', 'r9']);
  expect(allowed([move], copied, 1)).toEqual([move]);
});

test.each<[string, LocalEntry]>([
  ['whose file was moved itself', { ...copied, identity: 'i1' }],
  ['that has other bytes by now', { ...copied, sha256: 'sha-v2' }],
])('a document %s goes at once', (_what, entry) => {
  expect(allowed([move], entry, 0)).toEqual([move]);
});

test('a file that was replaced in its place by one with the same bytes is adopted at once', () => {
  const there = local('v1', { identity: 'i2' });
  expect(allowed([{ ...adopt, path: PATH }], there, 0)).toEqual([{ ...adopt, path: PATH }]);
});

test('a folder is not made for it meanwhile; others are', () => {
  const make = (path: string): Operation => ({
    kind: 'create folder',
    library: LIBRARY,
    path,
    parent: LIBRARY,
    name: localFolder({ path }).name,
    identity: path,
  });
  const entry = local('v1', { path: `${OBRAS}/Sur/Acta.docx`, identity: 'i2' });
  const batch = [make(OBRAS), make(`${ROOT}/Obras 2`)];
  expect(allowed(batch, entry, 0)).toEqual([batch[1]]);
  expect(allowed(batch, entry, WAIT_MS)).toEqual(batch);
});

test('one that is back in its place has not waited when it goes again', () => {
  allowed([move], copied, 0);
  allowed([], local('v1'), WAIT_MS);
  expect(allowed([move], copied, WAIT_MS + 1)).toEqual([]);
});
