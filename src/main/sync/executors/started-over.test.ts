import { expect, test } from 'vitest';
import { Memory } from '../engine/comparing/memory.ts';
import type { Work } from '../engine/work/work.ts';
import { FakeJournal } from '../simulation/fakes/fake-journal.ts';
import { local, PATH, ROOT } from '../testing/planned.ts';
import { takeFound } from './started-over.ts';

const COPY = `${ROOT}/Acta (copia de Luis 2026-11-29 10.30).docx`;

test('a copy that was kept for its person and is taken for the document does not wait for them any more', async () => {
  const memory = new Memory(new FakeJournal(() => {}));
  const copy = { ...local('v1', { path: COPY }), stamp: 's' };
  memory.commit([
    {
      type: 'blocked',
      item: { key: copy.identity, reason: 'copy', path: COPY, recordId: 'r1', localId: 'l' } as never,
    },
  ]);
  const moved: string[] = [];
  const work = {
    memory,
    touched: () => {},
    files: {
      stat: async () => copy,
      move: async (from: string, to: string) => void moved.push(from, to),
      syncFolder: async () => {},
    },
  };
  const expected = { identity: copy.identity, stamp: copy.stamp, sha256: copy.sha256 ?? '' };
  await takeFound(work as unknown as Work, { kind: 'take', id: 'r1', from: COPY, to: PATH, expected });
  expect(moved).toEqual([COPY, PATH]);
  expect([...memory.content.blocked.keys()]).toEqual([]);
});
