import { expect, test } from 'vitest';
import type { FileEntry } from '../../ports/files.ts';
import type { ReplacedFile } from '../../ports/journal.ts';
import { FakeJournal } from '../../simulation/fake-journal.ts';
import { Memory } from '../memory.ts';
import type { Work } from '../work.ts';
import { DEFAULT_RETENTION, expired } from './replaced-retention.ts';

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
