import { expect, test } from 'vitest';
import type { LocalTree } from '../../planner/trees.ts';
import type { PendingOperation } from '../../ports/journal.ts';
import { local, ROOT } from '../../testing/planned.ts';
import { type Look, SentFiles } from './sent-files.ts';

const at = (name: string) => `${ROOT}/${name}`;
const tree = (...files: readonly [string, string][]): LocalTree =>
  new Map(files.map(([name, identity]) => [at(name), local('x', { path: at(name), identity })]));
const sent = { identity: 'a', path: at('Uno.pdf') } as PendingOperation;

const look = (files: LocalTree, now = 0, secondNames: Look['secondNames'] = new Map()): Look => ({
  tree: files,
  now,
  secondNames,
});

test('a file that is being sent is followed wherever it is moved, and so is what takes its place there', () => {
  const files = new SentFiles();
  files.note([sent], look(tree(['Uno.pdf', 'a'])));
  files.note([sent], look(tree(['Dos.pdf', 'a'], ['Uno.pdf', 'c'])));
  expect(files.seenAt.get('a')).toBe(at('Dos.pdf'));
  const saved = tree(['Dos.pdf', 'b'], ['Uno.pdf', 'c']);
  files.note([sent], look(saved));
  expect(files.successorOf('a', saved)).toMatchObject({ identity: 'b' });
});

test('what was noted before a restart is known after it', () => {
  const files = new SentFiles([['a', at('Dos.pdf')]]);
  const saved = tree(['Dos.pdf', 'b']);
  files.note([sent], look(saved));
  expect(files.successorOf('a', saved)).toMatchObject({ identity: 'b' });
});

test('a hard link that was there before is not where it was moved', () => {
  const files = new SentFiles();
  files.note([sent], look(tree(['Uno.pdf', 'a'], ['Enlace.pdf', 'a'])));
  const saved = tree(['Uno.pdf', 'b'], ['Enlace.pdf', 'a']);
  files.note([sent], look(saved, 0, new Map([[at('Enlace.pdf'), 'a']])));
  expect(files.seenAt.get('a')).toBe(at('Uno.pdf'));
});

test('what comes ten seconds after it was deleted is another document; a save in between is not', () => {
  const files = new SentFiles();
  files.note([sent], look(tree(['Uno.pdf', 'a'])));
  files.note([sent], look(tree(), 1_000));
  files.note([sent], look(tree(['Uno.pdf', 'b']), 10_999));
  files.note([sent], look(tree(['Uno.pdf', 'b']), 60_000));
  expect(files.goneSince.size).toBe(0);
  files.note([sent], look(tree(), 61_000));
  files.note([sent], look(tree(['Uno.pdf', 'c']), 71_000));
  expect([...files.goneSince]).toEqual([['a', 61_000]]);
  files.note([sent], look(tree(['Uno.pdf', 'a']), 72_000));
  expect(files.goneSince.size).toBe(0);
});

test('nothing is known of others, nor of what was written to a replaced file, and it is forgotten in the end', () => {
  const files = new SentFiles();
  files.note([sent, { ...sent, identity: 'r', replaced: 'x' }], look(tree(['Uno.pdf', 'a'])));
  expect([...files.seenAt.keys()]).toEqual(['a']);
  expect(files.successorOf('b', tree(['Uno.pdf', 'a']))).toBeUndefined();
  files.keepOnly((identity) => identity === 'a');
  expect(files.seenAt.size).toBe(1);
  files.keepOnly(() => false);
  expect(files.seenAt.size).toBe(0);
});
