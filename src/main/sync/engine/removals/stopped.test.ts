import { expect, test } from 'vitest';
import { FakeJournal } from '../../simulation/fakes/fake-journal.ts';
import { LIBRARY, ROOT, synced, syncedFolder } from '../../testing/planned.ts';
import { Memory } from '../comparing/memory.ts';
import { type Activity, TOLD_ONE_BY_ONE } from '../work/work.ts';
import { keptNodes, stopChanges, tellStopped } from './stopped.ts';

/** What is reported when these documents, by library and folder, are let go. */
function told(documents: readonly { readonly library: string; readonly parent: string }[]): Activity[] {
  const memory = new Memory(new FakeJournal(() => undefined));
  const library = { name: '', cursor: undefined, epoch: undefined, settledOnce: true };
  memory.commit([
    { type: 'library', library: { ...library, id: LIBRARY, path: ROOT } },
    { type: 'library', library: { ...library, id: 'other', path: 'Org/Obras' } },
    ...folders(['f1', 'Contratos', LIBRARY], ['f2', '2025', 'f1'], ['f3', '2026', 'f1']),
    ...documents.map(({ library: id, parent }, n) => ({
      type: 'synced' as const,
      node: synced('v1', { id: `r${n}`, library: id, parent, name: `Acta ${n}.pdf` }),
    })),
  ]);
  const ids = [...memory.content.synced.keys()];
  const activities: Activity[] = [];
  const nodes = keptNodes(memory, [...ids, 'unknown']);
  memory.commit(stopChanges(nodes));
  tellStopped(memory, { activity: (activity) => activities.push(activity) }, nodes);
  expect(keptNodes(memory, ids)).toEqual([]);
  return activities;
}

const folders = (...given: readonly (readonly [id: string, name: string, parent: string])[]) =>
  given.map(([id, name, parent]) => ({ type: 'synced' as const, node: syncedFolder({ id, name, parent }) }));

const copies = (count: number, library: string, parent: string) =>
  Array.from({ length: count }, () => ({ library, parent }));

test('each is named by its document, and a folder is none', () => {
  expect(told([])).toEqual([]);
  expect(told([...copies(1, LIBRARY, 'f2'), ...copies(1, 'other', 'other')])).toEqual([
    { kind: 'stopped', path: `${ROOT}/Contratos/2025/Acta 0.pdf`, recordId: 'r0' },
    { kind: 'stopped', path: 'Org/Obras/Acta 1.pdf', recordId: 'r1' },
  ]);
  expect(told(copies(TOLD_ONE_BY_ONE, LIBRARY, 'f2'))).toHaveLength(TOLD_ONE_BY_ONE);
});

test('many are counted, with the innermost folder that held them', () => {
  const many = TOLD_ONE_BY_ONE + 1;
  expect(told(copies(many, LIBRARY, 'f2'))).toEqual([
    { kind: 'stopped', path: `${ROOT}/Contratos/2025`, count: many },
  ]);
  expect(told([...copies(many, LIBRARY, 'f2'), ...copies(2, LIBRARY, 'f3')])).toEqual([
    { kind: 'stopped', path: `${ROOT}/Contratos`, count: many + 2 },
  ]);
  expect(told([...copies(many, LIBRARY, LIBRARY), ...copies(2, LIBRARY, 'f3')])).toEqual([
    { kind: 'stopped', path: ROOT, count: many + 2 },
  ]);
});

test('of another library they are counted apart, and one alone is named', () => {
  const many = TOLD_ONE_BY_ONE + 1;
  expect(told([...copies(many, LIBRARY, 'f2'), ...copies(1, 'other', 'other')])).toEqual([
    { kind: 'stopped', path: `${ROOT}/Contratos/2025`, count: many },
    { kind: 'stopped', path: `Org/Obras/Acta ${many}.pdf`, recordId: `r${many}` },
  ]);
});
