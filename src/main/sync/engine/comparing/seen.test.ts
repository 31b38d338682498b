import { beforeEach, expect, test } from 'vitest';
import type { SyncedNode } from '../../planner/trees.ts';
import { FilesError } from '../../ports/files.ts';
import type { JournalChange } from '../../ports/journal.ts';
import { FakeJournal } from '../../simulation/fakes/fake-journal.ts';
import { LIBRARY, local, PATH, ROOT, synced } from '../../testing/planned.ts';
import { Memory } from './memory.ts';
import { Seen } from './seen.ts';

const NOTE_MS = 200;

let journal: FakeJournal;
let commits: (readonly JournalChange[])[];
let isFull: boolean;
let now: number;
/** The pauses that are under way, and what ends each. */
let sleeping: { ms: number; end: () => void }[];
/** What lies at `PATH` now. */
let there: string;

beforeEach(() => {
  journal = new FakeJournal(() => undefined);
  commits = [];
  isFull = false;
  now = 1000;
  sleeping = [];
  there = 'i1';
});

/** A start of the engine on this journal. */
function start(stableIdentity = true) {
  const memory = new Memory({
    load: () => journal.load(),
    commit: (changes) => {
      if (isFull) throw new FilesError('full', 'journal', 'ENOSPC');
      commits.push(changes);
      journal.commit(changes);
    },
    close: () => undefined,
  });
  const files = { stableIdentity, stat: async () => ({ ...local('v2'), identity: there, modifiedAt: 0 }) };
  const clock = {
    now: () => now,
    sleep: (ms: number) => new Promise<void>((end) => sleeping.push({ ms, end })),
  };
  return { memory, seen: new Seen({ files, clock, memory }) };
}

const tree = new Map<string, SyncedNode>([['r1', synced('v1')]]);
const found = (identity: string, path = PATH) => ({
  entryOf: new Map([['r1', local('v2', { identity, path })]]),
  idOf: new Map([
    [ROOT, LIBRARY],
    [path, 'r1'],
  ]),
});
const nobody = () => undefined;

/** A hint comes, and what lies in the place is looked at. */
async function hint({ seen }: ReturnType<typeof start>, identity: string): Promise<void> {
  there = identity;
  seen.peeks.look(PATH, tree, found('i1'));
  await seen.peeks.rest();
}

/** The pause that is under way has passed. */
async function pass({ seen }: ReturnType<typeof start>): Promise<void> {
  const [pause] = sleeping.splice(0);
  now += pause?.ms ?? 0;
  pause?.end();
  await seen.rest();
}

test('what a comparison saw is known at the next start, until both sides have it', () => {
  const first = start();
  first.seen.last.note(tree, found('i2', `${ROOT}/Acta final.docx`), () => local('x', { identity: 'i7' }));
  first.seen.note();
  const second = start();
  expect([...second.seen.last.heirs]).toEqual([['r1', 'i2']]);
  expect([...second.seen.last.others]).toEqual([['r1', 'i7']]);
  expect([...second.seen.last.seenAt]).toEqual([['i1', `${ROOT}/Acta final.docx`]]);
  second.seen.last.note(tree, found('i1'), nobody);
  second.seen.note();
  const third = start();
  expect(third.seen.last.heirs.size + third.seen.last.others.size + third.seen.last.seenAt.size).toBe(0);
});

test('what was seen between two comparisons is known at the next start, until one has found it', async () => {
  const first = start();
  await hint(first, 'i2');
  await hint(first, 'i3');
  await pass(first);
  const second = start();
  expect([...second.seen.peeks.identities]).toEqual([['r1', ['i3', 'i2']]]);
  second.seen.peeks.begin();
  second.seen.peeks.forgetFound({ entryOf: new Map() }, tree);
  expect([...second.seen.peeks.identities]).toEqual([['r1', ['i3', 'i2']]]);
  second.seen.peeks.forgetFound(found('i3'), tree);
  second.seen.note();
  expect(start().seen.peeks.identities.size).toBe(0);
});

test('hints that come close upon each other are noted together', async () => {
  const engine = start();
  await hint(engine, 'i2');
  await pass(engine);
  expect(commits.length).toBe(1);
  await hint(engine, 'i3');
  await hint(engine, 'i4');
  expect(commits.length).toBe(1);
  expect(sleeping.map(({ ms }) => ms)).toEqual([NOTE_MS]);
  await pass(engine);
  expect(commits.length).toBe(2);
  expect([...start().seen.peeks.identities]).toEqual([['r1', ['i4', 'i3', 'i2']]]);
});

test('nothing is written where nothing has changed, and a note is no reason to compare again', () => {
  const { seen, memory } = start();
  seen.note();
  expect(commits).toEqual([]);
  const before = memory.revision;
  for (const _ of [1, 2]) {
    seen.last.note(tree, found('i2'), nobody);
    seen.note();
  }
  expect(commits.length).toBe(1);
  expect(memory.revision).toBe(before);
});

test('of very many documents the newest are kept', () => {
  const { seen } = start();
  const ids = Array.from({ length: 2001 }, (_, n) => `r${n}`);
  const many = new Map(ids.map((id) => [id, synced('v1', { id, identity: `i ${id}` })]));
  const entryOf = new Map(ids.map((id) => [id, local('v2', { identity: `new ${id}` })]));
  seen.last.note(many, { entryOf, idOf: found('i1').idOf }, nobody);
  seen.note();
  const { heirs } = start().seen.last;
  expect([heirs.size, heirs.has('r0'), heirs.get('r2000')]).toEqual([2000, false, 'new r2000']);
});

test('where another file may have an identity later, nothing is kept', async () => {
  const first = start(false);
  await hint(first, 'i2');
  first.seen.last.note(tree, found('i2'), nobody);
  first.seen.note();
  expect([commits, sleeping]).toEqual([[], []]);
  const stable = start();
  stable.seen.last.note(tree, found('i2'), nobody);
  stable.seen.note();
  expect(start(false).seen.last.heirs.size).toBe(0);
});

test('a journal without room keeps nobody from comparing, and takes the note later', () => {
  const { seen } = start();
  seen.last.note(tree, found('i2'), nobody);
  isFull = true;
  seen.note();
  expect(start().seen.last.heirs.size).toBe(0);
  isFull = false;
  seen.note();
  expect([...start().seen.last.heirs]).toEqual([['r1', 'i2']]);
});
