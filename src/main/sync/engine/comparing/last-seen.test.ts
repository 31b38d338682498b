import { expect, test } from 'vitest';
import type { SyncedNode } from '../../planner/trees.ts';
import { LIBRARY, local, ROOT, synced } from '../../testing/planned.ts';
import { LastSeen } from './last-seen.ts';

const tree = (node: SyncedNode = synced('v1')) => new Map([[node.id, node]]);
const moved = local('v1', { path: `${ROOT}/Obras/Acta.docx` });
const found = (entry = moved) => ({
  entryOf: new Map([['r1', entry]]),
  idOf: new Map([
    [ROOT, LIBRARY],
    [`${ROOT}/Obras`, 'f1'],
    [entry.path, 'r1'],
  ]),
});
const nobody = () => undefined;
const nothing = { entryOf: new Map(), idOf: new Map([[ROOT, LIBRARY]]) };

test('where a moved file was seen is known until both sides have it there, or it is back', () => {
  const seen = new LastSeen();
  seen.note(tree(), found(), nobody);
  expect([...seen.seenAt]).toEqual([['i1', moved.path]]);
  // In the middle of a save there is nothing in its place.
  seen.note(tree(), nothing, nobody);
  expect([...seen.seenAt]).toEqual([['i1', moved.path]]);
  seen.note(tree(synced('v1', { parent: 'f1' })), found(), nobody);
  expect([...seen.seenAt]).toEqual([]);
  seen.note(tree(), found(), nobody);
  seen.note(tree(), found(local('v1')), nobody);
  expect([...seen.seenAt]).toEqual([]);
  seen.note(tree(), found(), nobody);
  seen.note(new Map(), nothing, nobody);
  expect([...seen.seenAt]).toEqual([]);
});

test('the file that a program has put in its place is known until it is sent', () => {
  const seen = new LastSeen();
  const saved = found(local('v2', { identity: 'i2' }));
  seen.note(tree(), saved, nobody);
  expect([...seen.heirs]).toEqual([['r1', 'i2']]);
  seen.note(tree(), nothing, nobody);
  expect([...seen.heirs]).toEqual([['r1', 'i2']]);
  seen.note(tree(synced('v2', { identity: 'i2' })), saved, nobody);
  expect([...seen.heirs]).toEqual([]);
  seen.note(tree(), saved, nobody);
  seen.note(new Map(), nothing, nobody);
  expect([...seen.heirs]).toEqual([]);
});

test('another file in the place of a moved one is known as long as that is elsewhere', () => {
  const seen = new LastSeen();
  const other = local('x', { identity: 'i7' });
  seen.note(tree(), found(), () => other);
  expect([...seen.others]).toEqual([['r1', 'i7']]);
  seen.note(tree(), nothing, () => other);
  expect([...seen.others]).toEqual([['r1', 'i7']]);
  seen.note(tree(synced('v1', { parent: 'f1' })), found(), () => moved);
  expect([...seen.others]).toEqual([]);
  seen.note(tree(), found(), () => other);
  seen.note(tree(synced('v1', { stopped: true })), nothing, nobody);
  expect([[...seen.others], [...seen.seenAt]]).toEqual([[], []]);
});

test('where two records have one file, that which lies elsewhere counts, whichever comes first', () => {
  const inPlace = synced('v1', { id: 'r2', name: 'Otra.docx' });
  const entries = {
    ...found(),
    entryOf: new Map([...found().entryOf, ['r2', local('v1', { path: `${ROOT}/Otra.docx` })]]),
  };
  for (const nodes of [
    [synced('v1'), inPlace],
    [inPlace, synced('v1')],
  ]) {
    const seen = new LastSeen();
    seen.note(new Map(nodes.map((node) => [node.id, node])), entries, nobody);
    expect([...seen.seenAt]).toEqual([['i1', moved.path]]);
  }
});

test('a comparison of what was touched notes of it what a whole one would', () => {
  const agreed = { ...synced('v1', { parent: 'f1' }), identity: 'i1' };
  const later = { ...agreed, identity: 'i9' };
  for (const node of [agreed, later]) {
    const seen = new LastSeen();
    seen.note(tree(), found(), () => local('x', { identity: 'i7' }));
    expect([...seen.seenAt, ...seen.others]).toHaveLength(2);
    seen.noteInPlace(['r1'], tree(node), found());
    expect([...seen.seenAt, ...seen.others]).toEqual([]);
  }
});
