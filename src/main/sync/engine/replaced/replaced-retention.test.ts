import { expect, test } from 'vitest';
import type { FileEntry } from '../../ports/files.ts';
import type { ReplacedFile } from '../../ports/journal.ts';
import { FakeJournal } from '../../simulation/fakes/fake-journal.ts';
import { Memory } from '../comparing/memory.ts';
import type { Work } from '../work/work.ts';
import { chooseForRoom, DEFAULT_RETENTION, expired } from './replaced-retention.ts';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const GIB = 1024 ** 3;

interface Kept {
  readonly name: string;
  /** Milliseconds. */
  readonly age: number;
  readonly size?: number;
  readonly withdrawn?: boolean;
  readonly changed?: boolean;
}

/** What would be dropped of these, by name, on a disk with so much room. */
async function dropped(files: readonly Kept[], free: number | undefined = 1e15) {
  const memory = new Memory(new FakeJournal(() => {}));
  const entries = files.map(({ name, size = 1, changed }): FileEntry => {
    const stamp = changed ? 'another' : 'known';
    return { name, kind: 'file', identity: name, stamp, size, modifiedAt: 0 };
  });
  memory.commit(
    files.map(({ name, age, withdrawn = false }) => {
      const about = { recordId: 'r', library: 'l', path: name, base: 'v', sha256: '', stamp: 'known' };
      const file: ReplacedFile = { ...about, name, since: NOW - age, withdrawn };
      return { type: 'replaced', file } as const;
    }),
  );
  const work = {
    memory,
    clock: { date: () => NOW },
    files: { space: async () => (free === undefined ? undefined : { free, total: 1e15 }) },
  };
  const found = await expired(work as unknown as Work, DEFAULT_RETENTION, entries);
  return { names: found.map(({ name }) => name), memory };
}

test.each<[string, readonly Kept[], readonly string[]]>([
  ['seven days', [{ name: 'a', age: 7 * DAY - 1 }], []],
  ['…and not longer', [{ name: 'a', age: 7 * DAY }], ['a']],
  ['an hour of what is no longer theirs to see', [{ name: 'a', age: HOUR, withdrawn: true }], ['a']],
  ['…and not less', [{ name: 'a', age: HOUR - 1, withdrawn: true }], []],
  ['ever, what was written to', [{ name: 'a', age: 700 * DAY, changed: true }], []],
  [
    'two GiB, of which the oldest go first',
    [
      { name: 'new', age: 1, size: GIB },
      { name: 'old', age: 3, size: GIB },
      { name: 'middle', age: 2, size: GIB },
    ],
    ['old'],
  ],
  [
    'what was written to, also over the budget',
    [
      { name: 'changed', age: 9, size: 3 * GIB, changed: true },
      { name: 'new', age: 1, size: GIB },
    ],
    ['new'],
  ],
])('kept: %s', async (_what, files, names) => {
  expect((await dropped(files)).names).toEqual(names);
});

test('on a disk that is nearly full, a twentieth of what is left', async () => {
  const files = ['c', 'b', 'a'].map((name, age) => ({ name, age, size: 100 }));
  expect((await dropped(files, 4000)).names).toEqual(['a']);
  expect((await dropped(files, undefined)).names).toEqual([]);
});

test('one that seems to be of the future is counted from now: the clock was set back', async () => {
  const { memory } = await dropped([{ name: 'a', age: -3 * DAY }]);
  expect(memory.content.replaced.get('a')?.since).toBe(NOW);
});

test.each<[string, readonly number[], readonly number[], number, readonly number[]]>([
  ['nothing where all fits already', [5, 5], [3, 4], 7, []],
  ['the oldest, as many as are needed', [5, 5, 5], [8], 0, [5, 5]],
  ['none where it would not be enough for anything', [5, 5], [11], 0, []],
  ['those that the smaller ones need, where it is not enough for all', [5, 5, 5], [4, 7, 100], 2, [5, 5]],
  ['all where all of it is needed', [5, 5], [12], 2, [5, 5]],
  ['what more than the free room is filled for', [5, 5], [1], -3, [5]],
])('gives to what waits for room %s', (_what, sizes, wanted, free, given) => {
  const files = sizes.map((size, at) => ({ name: `${at}`, size }) as FileEntry);
  const chosen = chooseForRoom(files, wanted, free);
  expect(chosen.map(({ size }) => size)).toEqual(given);
  expect(chosen).toEqual(files.slice(0, given.length));
});
