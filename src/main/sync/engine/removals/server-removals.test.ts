import { expect, test } from 'vitest';
import type { Operation } from '../../planner/operations.ts';
import type { Memory } from '../comparing/memory.ts';
import { ServerRemovals } from './server-removals.ts';

const ids = Array.from({ length: 30 }, (_, n) => `r${n}`);
const of = (present: readonly string[]): Memory => {
  const synced = new Map(present.map((id) => [id, { kind: 'record', id, library: 'calidad' }]));
  return { content: { remote: new Map(), synced } } as unknown as Memory;
};
const open = new Set(['calidad']);
const removal = (id: string): Operation => ({
  kind: 'remove copy',
  id,
  path: `Andes/${id}.pdf`,
  expected: { identity: `1:${id}`, stamp: '5:100:950', sha256: `of ${id}` },
});

test('one copy that cannot be removed, and is tried again and again, is no mass removal', () => {
  const removals = new ServerRemovals();
  for (let now = 0; now < 500_000; now += 10_000)
    expect(removals.question([removal('r1'), removal('r2')], of(ids), open, now)).toBeUndefined();
});

test('copies that are removed one by one count together for ten minutes', () => {
  const removals = new ServerRemovals();
  ids.slice(0, 19).forEach((id, n) => {
    expect(removals.question([removal(id)], of(ids.slice(n)), open, n * 10_000)).toBeUndefined();
  });
  expect(removals.question([removal('r19')], of(ids.slice(19)), open, 200_000)).toEqual({
    kind: 'mass-removal',
    files: 1,
  });
  const later = new ServerRemovals();
  ids.forEach((id, n) => {
    expect(later.question([removal(id)], of(ids.slice(n)), open, n * 60_000)).toBeUndefined();
  });
});
