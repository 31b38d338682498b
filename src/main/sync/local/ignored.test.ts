import { expect, test } from 'vitest';
import type { RemoteTree, SyncedTree } from '../planner/trees.ts';
import { withoutIgnored } from './ignored.ts';

interface Node {
  readonly id: string;
  readonly parent: string;
  readonly name: string;
}
const node = (id: string, parent: string, name: string): Node => ({ id, parent, name });
/** Only what is looked at of a node. */
const tree = (...nodes: Node[]) =>
  new Map(nodes.map((each) => [each.id, { ...each, library: 'l' }])) as unknown as RemoteTree & SyncedTree;
const ids = (map: ReadonlyMap<string, unknown>) => [...map.keys()].join(' ');

const planned = (
  remote: RemoteTree,
  synced: SyncedTree,
  patterns = ['*.bak', 'tmp'],
  exempt: string[] = [],
) => {
  const seen = withoutIgnored(remote, synced, patterns, new Set(exempt));
  return [ids(seen.remote), ids(seen.synced)];
};

const acta = node('acta', 'l', 'Acta.docx');
const old = node('old', 'l', 'Plano.BAK');
const folder = node('folder', 'l', 'tmp');
const inside = node('inside', 'folder', 'Nota.txt');

test('what is covered by its name, or by that of a folder above it, is in no plan', () => {
  const all = tree(acta, old, folder, inside);
  expect(planned(all, all)).toEqual(['acta', 'acta']);
  expect(planned(all, tree(acta))).toEqual(['acta', 'acta']);
  expect(planned(all, all, [])).toEqual(['acta old folder inside', 'acta old folder inside']);
});

test('what is gone from the server is not gone from here', () => {
  expect(planned(tree(acta), tree(acta, old, folder, inside))).toEqual(['acta', 'acta']);
});

test('a document that the server renames follows first, and is covered then', () => {
  expect(planned(tree({ ...acta, name: 'Acta.bak' }), tree(acta))).toEqual(['acta', 'acta']);
});

test('a document that the server takes out of a pattern comes anew, beside what lies here', () => {
  expect(planned(tree({ ...old, name: 'Plano.dwg' }), tree(old))).toEqual(['old', '']);
  expect(planned(tree({ ...inside, parent: 'l' }), tree(folder, inside))).toEqual(['inside', '']);
});

test('in a library that its person was removed from, no pattern keeps anything', () => {
  expect(planned(tree(), tree(acta, old), ['*.bak'], ['l'])).toEqual(['', 'acta old']);
});
