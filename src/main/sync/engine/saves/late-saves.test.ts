import { expect, test } from 'vitest';
import type { LocalEntry } from '../../planner/trees.ts';
import { FakeJournal } from '../../simulation/fakes/fake-journal.ts';
import { LIBRARY, local, PATH, ROOT, synced, syncedFolder } from '../../testing/planned.ts';
import { Memory } from '../comparing/memory.ts';
import { broughtAlong, LATE_SAVE_MS, lateSaves, leavingBehind, notVacating, vacating } from './late-saves.ts';

const AT = 1_800_000_000_000;
const place = { path: PATH, recordId: 'r1', at: AT };

function setUp() {
  const memory = new Memory(new FakeJournal(() => {}));
  memory.commit([{ type: 'vacated', place }]);
  const look = (after: number, entry?: LocalEntry, idOf: ReadonlyMap<string, string> = new Map()) => {
    const tree = new Map(entry ? [[entry.path, entry]] : []);
    return [...lateSaves(memory, tree, { idOf }, AT + after).keys()];
  };
  return { memory, look };
}

test('what comes within ten minutes is a save, however long it then takes to settle', () => {
  const { memory, look } = setUp();
  expect(look(LATE_SAVE_MS, local('v2'))).toEqual([PATH]);
  expect(look(10 * LATE_SAVE_MS, local('v3', { identity: 'i3' }))).toEqual([PATH]);
  expect(look(10 * LATE_SAVE_MS + 1)).toEqual([]);
  expect(memory.content.vacated.size).toBe(0);
});

test('what comes later is a document of its own, and the place is forgotten', () => {
  const { memory, look } = setUp();
  expect(look(LATE_SAVE_MS)).toEqual([]);
  expect(look(LATE_SAVE_MS + 1, local('v2'))).toEqual([]);
  expect(memory.content.vacated.size).toBe(0);
});

test('where it came in time and went again, the next one must come in time too', () => {
  const { look } = setUp();
  expect(look(1, local('v2'))).toEqual([PATH]);
  expect(look(2)).toEqual([]);
  expect(look(LATE_SAVE_MS + 1, local('v3'))).toEqual([]);
});

test('a file that waits for its person as one of its own is none, and stays none', () => {
  const { memory, look } = setUp();
  const item = { key: 'i2', reason: 'new-file', path: PATH, localId: 'l' } as const;
  memory.commit([{ type: 'blocked', item }]);
  expect(look(1, local('v2', { identity: 'i2' }))).toEqual([]);
  memory.commit([{ type: 'unblocked', key: 'i2' }]);
  expect(look(2, local('v2', { identity: 'i2' }))).toEqual([]);
});

test('a save in another spelling of the name is one, in its own place', () => {
  const memory = new Memory(new FakeJournal(() => {}));
  const [path, spelled] = ['NFC', 'NFD'].map((form) => `${ROOT}/Licitación.docx`.normalize(form)) as [
    string,
    string,
  ];
  memory.commit([{ type: 'vacated', place: { ...place, path } }]);
  const tree = new Map([[spelled, local('v2', { path: spelled })]]);
  const saves = lateSaves(memory, tree, { idOf: new Map() }, AT + 1);
  expect([...saves.keys()]).toEqual([spelled]);
  expect([...memory.content.vacated.values()]).toEqual([{ ...place, path: spelled, found: true }]);
});

test('a document that has the place is none', () => {
  const { look } = setUp();
  expect(look(1, local('v1'), new Map([[PATH, 'r2']]))).toEqual([]);
});

test('looking writes nothing that makes both sides be compared again', () => {
  const { memory, look } = setUp();
  const { revision } = memory;
  look(1, local('v2'));
  look(2 * LATE_SAVE_MS);
  expect(memory.revision).toBe(revision);
});

test('a folder that is moved leaves the place of each document in it, where its person had not moved that', () => {
  const { memory } = setUp();
  const [obras, sur] = [
    syncedFolder(),
    syncedFolder({ id: 'f2', parent: 'f1', name: 'Sur', identity: 'if2' }),
  ];
  for (const node of [
    obras,
    sur,
    synced('v1', { parent: 'f2' }),
    synced('v1', { id: 'r2', parent: 'f1', name: 'B' }),
  ])
    memory.commit([{ type: 'synced', node }]);
  const paths = new Map([
    [`${ROOT}/Obras`, 'f1'],
    [`${ROOT}/Obras/Sur`, 'f2'],
    [`${ROOT}/Obras/Sur/Acta.docx`, 'r1'],
  ]);
  const move = { kind: 'move local', id: 'f1', from: `${ROOT}/Obras`, to: `${ROOT}/Faenas` } as const;
  const noted = vacating(memory, [move], (path) => paths.get(path), AT);
  const path = `${ROOT}/Obras/Sur/Acta.docx`;
  expect(noted).toEqual([{ type: 'vacated', place: { path, recordId: 'r1', at: AT } }]);
  expect(notVacating(noted, [move])).toEqual([{ type: 'vacated gone', path }]);
  expect(notVacating(noted, [])).toEqual([]);
  expect(vacating(memory, [{ ...move, refused: 'forbidden' }], (at) => paths.get(at), AT)).toEqual([]);
});

test('the first version that is fetched since leaves behind what its file held', () => {
  const { memory } = setUp();
  memory.commit([{ type: 'synced', node: synced('v1', { parent: LIBRARY }) }]);
  memory.commit(leavingBehind(memory, 'r1'));
  memory.commit([{ type: 'synced', node: synced('v2', { parent: LIBRARY }) }]);
  expect(leavingBehind(memory, 'r1')).toEqual([]);
  expect(memory.content.vacated.get(PATH)?.base).toEqual({ versionId: 'v1', sha256: 'sha-v1' });
});

test('a file that a move of its folder brings to such a place is none: a folder is not saved by a program', async () => {
  const memory = new Memory(new FakeJournal(() => {}));
  const left = [`${ROOT}/Obras/Acta.docx`, `${ROOT}/Obras/Plano.pdf`, `${ROOT}/Otra/Acta.docx`, PATH];
  memory.commit(left.map((path) => ({ type: 'vacated', place: { ...place, path } })));
  const move = { kind: 'move local', id: 'f1', from: `${ROOT}/Obras.`, to: `${ROOT}/Obras` } as const;
  const files = new Set([`${ROOT}/Obras./Acta.docx`, `${ROOT}/Obras./Plano.pdf`]);
  // The plan is a document of its own already, and no new file.
  const idAt = (path: string) => (path.endsWith('Plano.pdf') ? 'r2' : undefined);
  const forgotten = await broughtAlong(memory, [move], idAt, async (path) => files.has(path));
  expect(forgotten).toEqual([{ type: 'vacated gone', path: `${ROOT}/Obras/Acta.docx` }]);
});
