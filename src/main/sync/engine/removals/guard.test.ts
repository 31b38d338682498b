import { describe, expect, test } from 'vitest';
import type { SyncedNode } from '../../planner/trees.ts';
import { massDeletion } from './guard.ts';

const nodes = (library: string, count: number, more: Partial<SyncedNode> = {}): SyncedNode[] =>
  Array.from({ length: count }, (_, n) => {
    const place = {
      id: `${library}${n}`,
      library,
      parent: library,
      name: `${n}.pdf`,
      identity: `${library}${n}`,
    };
    const bytes = { versionId: 'v', sha256: 's', size: 1, stamp: 't', writable: true, unsure: false };
    return { kind: 'record', ...place, ...bytes, stopped: false, ...more } as SyncedNode;
  });
const tree = (...all: SyncedNode[][]) => new Map(all.flat().map((node) => [node.id, node]));
const ids = (library: string, count: number) => Array.from({ length: count }, (_, n) => `${library}${n}`);

describe('what vanished lately', () => {
  test.each([
    ['four of four', 4, 4, 0],
    ['five of ten', 5, 10, 5],
    ['five of eleven', 5, 11, 0],
    ['eleven of fifteen', 11, 15, 11],
    ['200 of 1,000', 200, 1000, 200],
    ['199 of 1,000', 199, 1000, 0],
  ])('%s', (_, gone, had, asked) => {
    expect(massDeletion(ids('a', gone), tree(nodes('a', had))).size).toBe(asked);
  });

  test('what was marked lately counts, as lost and as had; what was accepted counts as neither', () => {
    const synced = tree(nodes('a', 60));
    for (const id of ids('a', 30)) synced.set(id, { ...(synced.get(id) as SyncedNode), stopped: true });
    // All thirty were accepted: fifteen of the other thirty are half of what is left.
    const rest = [...synced.keys()].slice(30);
    expect(massDeletion(rest.slice(0, 14), synced).size).toBe(0);
    expect(massDeletion(rest.slice(0, 15), synced).size).toBe(15);
    // Twenty were marked in the last ten minutes, and ten went now.
    expect(massDeletion([...ids('a', 20), ...rest.slice(0, 5)], synced).size).toBe(25);
  });

  test('a library by itself: only what went from it is asked about, with its folders', () => {
    const folder = { ...nodes('a', 1)[0], id: 'folder', kind: 'folder' } as SyncedNode;
    const synced = tree(nodes('a', 10), nodes('b', 100), [folder]);
    expect(massDeletion([...ids('a', 6), 'b1', 'folder'], synced)).toEqual(
      new Set([...ids('a', 6), 'folder']),
    );
  });

  test('all libraries together: a few of each are half of everything', () => {
    const synced = tree(nodes('a', 4), nodes('b', 4), nodes('c', 4));
    const gone = [...ids('a', 3), ...ids('b', 3), ...ids('c', 3)];
    expect(massDeletion(gone, synced).size).toBe(9);
  });
});
