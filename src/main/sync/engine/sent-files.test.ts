import { expect, test } from 'vitest';
import type { LocalTree } from '../planner/trees.ts';
import type { PendingOperation } from '../ports/journal.ts';
import { local, ROOT } from '../testing/planned.ts';
import { SentFiles } from './sent-files.ts';

const at = (name: string) => `${ROOT}/${name}`;
const tree = (...files: readonly [string, string][]): LocalTree =>
  new Map(files.map(([name, identity]) => [at(name), local('x', { path: at(name), identity })]));
const sent = { identity: 'a', path: at('Uno.pdf') } as PendingOperation;

test('a file that is being sent is followed wherever it is moved, and so is what takes its place there', () => {
  const files = new SentFiles();
  files.note([sent], tree(['Uno.pdf', 'a']));
  files.note([sent], tree(['Dos.pdf', 'a'], ['Uno.pdf', 'c']));
  expect(files.seenAt.get('a')).toBe(at('Dos.pdf'));
  const saved = tree(['Dos.pdf', 'b'], ['Uno.pdf', 'c']);
  files.note([sent], saved);
  expect(files.successorOf('a', saved)).toMatchObject({ identity: 'b' });
});

test('nothing is known of others, nor of what was written to a replaced file, and it is forgotten in the end', () => {
  const files = new SentFiles();
  files.note([sent, { ...sent, identity: 'r', replaced: 'x' }], tree(['Uno.pdf', 'a']));
  expect([...files.seenAt.keys()]).toEqual(['a']);
  expect(files.successorOf('b', tree(['Uno.pdf', 'a']))).toBeUndefined();
  files.keepOnly((identity) => identity === 'a');
  expect(files.seenAt.size).toBe(1);
  files.keepOnly(() => false);
  expect(files.seenAt.size).toBe(0);
});
