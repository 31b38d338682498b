import { beforeEach, describe, expect, test } from 'vitest';
import type { SyncedRecord } from '../../planner/trees.ts';
import { type Files, FilesError } from '../../ports/files.ts';
import type { Journal, JournalContent } from '../../ports/journal.ts';
import { Memory } from '../comparing/memory.ts';
import { ROOT_MARKER } from '../layout.ts';
import { COMPARES_ANEW, RootGuard } from './root-guard.ts';

const HOUR = 60 * 60_000;
const record: SyncedRecord = {
  ...{ kind: 'record', id: 'r', library: 'l', parent: 'l', name: 'Acta.pdf', identity: '1:1' },
  ...{ versionId: 'v', sha256: 's', size: 1, stamp: 't', writable: true, stopped: false, unsure: false },
};

describe('whether the root is the folder that this journal left', () => {
  /** The root, as far as it concerns the marker. */
  let disk: { marker: string | undefined; birthmark: string | undefined; full: boolean };
  let content: JournalContent;
  let ids = 0;
  let now = 0;
  /** A crash: the journal takes no more commits. */
  let dead: boolean;

  const files = {
    readText: async (path: string) => (path === ROOT_MARKER ? disk.marker : undefined),
    writeText: async (path: string, text: string) => {
      if (disk.full) throw new FilesError('full', path);
      disk.marker = text;
    },
    makeFolder: async () => undefined,
    birthmark: async () => disk.birthmark,
  } as unknown as Files;
  const clock = { now: () => now, date: () => now } as never;
  const start = () => {
    const memory = new Memory({
      load: () => content,
      commit: () => dead && crash(),
      close: () => undefined,
    } as Journal);
    const newId = () => {
      ids += 1;
      return `id${ids}`;
    };
    return { memory, guard: new RootGuard(files, memory, clock, newId) };
  };
  const crash = () => {
    throw new Error('crash');
  };
  /** What the engine does at the beginning of each cycle. */
  const begin = async (guard: RootGuard) => {
    const question = await guard.check();
    if (!question) await guard.renew();
    return question;
  };
  const asked = async () => (await begin(start().guard))?.kind;

  beforeEach(async () => {
    disk = { marker: undefined, birthmark: '7:1', full: false };
    dead = false;
    const tables = ['remote', 'libraries', 'operations', 'blocked', 'placing', 'replaced', 'meta'];
    content = {
      ...(Object.fromEntries(tables.map((name) => [name, new Map()])) as unknown as JournalContent),
      synced: new Map(),
    };
    expect(await asked()).toBeUndefined();
    content.synced.set('r', record);
  });

  test('the same folder, at every start', async () => {
    for (let n = 0; n < 3; n += 1) expect(await asked()).toBeUndefined();
  });

  test('a copy of it', async () => {
    disk.birthmark = '8:1';
    expect(await asked()).toBe('root-copied');
  });

  test('on a disk that has nothing of the kind', async () => {
    disk.birthmark = undefined;
    expect(await asked()).toBeUndefined();
    disk.birthmark = '8:1';
    expect(await asked()).toBeUndefined();
  });

  test('what a backup had of it, put back in place', async () => {
    const backup = disk.marker;
    expect(await asked()).toBeUndefined();
    disk.marker = backup;
    expect(await asked()).toBe('root-copied');
    const { guard } = start();
    await guard.startOver();
    content.synced.set('r', record);
    expect(await begin(guard)).toBeUndefined();
    disk.marker = backup;
    expect(await guard.check()).toMatchObject({ kind: 'root-copied', files: 1 });
  });

  test('while it runs, another turn comes with the first work of each hour', async () => {
    const { guard, memory } = start();
    const turn = async () => {
      expect(await begin(guard)).toBeUndefined();
      return disk.marker;
    };
    const first = await turn();
    const work = () => memory.commit([{ type: 'meta', key: 'worked', value: '' }]);
    work();
    now += HOUR - 1;
    expect(await turn()).toBe(first);
    now += 1;
    expect(await turn(), 'nothing was synced').toBe(first);
    work();
    const second = await turn();
    expect(second).not.toBe(first);
    now += 10 * HOUR;
    expect(await turn(), 'nothing was synced').toBe(second);
  });

  test('a crash at any commit leaves a folder that is known', async () => {
    for (const at of [1, 2]) {
      const { guard, memory } = start();
      let commits = 0;
      const commit = memory.commit.bind(memory);
      memory.commit = (changes) => {
        commits += 1;
        if (commits === at) crash();
        commit(changes);
      };
      await expect(begin(guard)).rejects.toThrow('crash');
      expect(await asked()).toBeUndefined();
    }
  });

  test('a crash at any commit of the answer never leaves the copy with what was agreed before', async () => {
    disk.birthmark = '8:1';
    for (const at of [1, 2]) {
      content.synced.set('r', record);
      const { guard, memory } = start();
      let commits = 0;
      const commit = memory.commit.bind(memory);
      memory.commit = (changes) => {
        commits += 1;
        if (commits === at) crash();
        commit(changes);
      };
      await expect(guard.startOver()).rejects.toThrow('crash');
      // Asked again, or compared anew.
      if (content.synced.size > 0) expect(await asked()).toBe('root-copied');
      else expect(await asked()).toBeUndefined();
      expect(at === 1 || content.synced.size === 0).toBe(true);
    }
  });

  test('without room for another turn the one before holds', async () => {
    disk.full = true;
    expect(await asked()).toBeUndefined();
    disk.full = false;
    expect(await asked()).toBeUndefined();
  });

  test('a journal and a marker of an earlier release', async () => {
    for (const key of ['turn', 'next turn', 'birthmark', 'journal']) content.meta.delete(key);
    disk.marker = JSON.stringify({ installation: content.meta.get('installation') });
    const earlier = disk.marker;
    expect(await asked()).toBeUndefined();
    expect(await asked()).toBeUndefined();
    disk.marker = earlier;
    expect(await asked()).toBe('root-copied');
  });

  test('two people who sync it one after the other', async () => {
    const ana = content;
    content = { ...ana, synced: new Map(), meta: new Map() };
    expect(await asked()).toBeUndefined();
    content.synced.set('r', record);
    const luis = content;
    for (const each of [ana, luis, ana, luis]) {
      const isOther = each !== content;
      content = each;
      each.synced.set('r', record);
      expect(await asked()).toBeUndefined();
      expect(each.synced.size, 'compared anew').toBe(isOther ? 0 : 1);
      each.synced.set('r', record);
      expect(await asked()).toBeUndefined();
      expect(each.synced.size, 'and only once').toBe(1);
    }
  });

  test('put back in place together with its journal', async () => {
    const backup = { marker: disk.marker, meta: new Map(content.meta) };
    expect(await asked()).toBeUndefined();
    disk.marker = backup.marker;
    content.meta.clear();
    for (const [key, value] of backup.meta) content.meta.set(key, value);
    // The tool wrote another file.
    disk.birthmark = '9:1';
    expect(await asked()).toBe('root-copied');
  });

  test('with a journal that was lost, what comes into the new one is compared anew', async () => {
    content = { ...content, synced: new Map(), meta: new Map() };
    const { guard, memory } = start();
    expect(await begin(guard)).toBeUndefined();
    expect(memory.content.meta.get(COMPARES_ANEW)).toBe(String(Number.MAX_SAFE_INTEGER));
    memory.content.libraries.set('l', { id: 'l' } as never);
    guard.agreed();
    expect(memory.content.meta.get(COMPARES_ANEW)).toBe('');
  });

  test('a second journal writes nothing before it has the folder for itself', async () => {
    const before = disk.marker;
    content = { ...content, synced: new Map(), meta: new Map() };
    const { guard } = start();
    expect(await guard.check()).toBeUndefined();
    expect(disk.marker).toBe(before);
    await guard.renew();
    expect(Object.keys(JSON.parse(disk.marker ?? '').turns)).toHaveLength(2);
  });

  test.each([
    [undefined, 'root-missing'],
    ['{"installation":"otra"}', 'root-foreign'],
    ['{', 'root-foreign'],
    ['null', 'root-foreign'],
  ])('with the marker %s', async (marker, kind) => {
    disk.marker = marker;
    expect(await asked()).toBe(kind);
    content.synced.clear();
    expect(await asked()).toBeUndefined();
  });
});
