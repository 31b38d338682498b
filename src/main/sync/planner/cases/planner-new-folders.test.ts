import { describe, expect, test } from 'vitest';
import { FOLDER_DEPTH_MAX } from '#shared/platform/limits.ts';
import {
  kinds,
  LIBRARY,
  local,
  localFolder,
  planOf,
  ROOT,
  remote,
  remoteFolder,
  type Setting,
  synced,
  syncedFolder,
} from '../../testing/planned.ts';
import type { Operation } from '../operations.ts';
import { parentPath } from '../trees.ts';

/** The folders on the way to these files, and the files; each identity follows from its path. */
function tree(...files: readonly string[]) {
  const folders = new Set<string>();
  for (const file of files) for (let at = parentPath(file); at !== ''; at = parentPath(at)) folders.add(at);
  return [
    ...[...folders].sort().map((path) => localFolder({ path: `${ROOT}/${path}`, identity: `i ${path}` })),
    ...files.map((path) => local(path, { path: `${ROOT}/${path}`, identity: `i ${path}` })),
  ];
}

/** A folder of a batch; without a parent it goes into the one that is made before it. */
const makes = (path: string, parent?: string, more: Partial<Operation> = {}) => ({
  kind: 'create folder',
  library: LIBRARY,
  path: `${ROOT}/${path}`,
  parent,
  name: path.slice(path.lastIndexOf('/') + 1),
  identity: `i ${path}`,
  ...more,
});

const nested = (depth: number) => Array.from({ length: depth }, (_, at) => `n${at}`).join('/');
const paths = ({ batch }: ReturnType<typeof planOf>) =>
  batch.map((each) => ('path' in each ? each.path.slice(ROOT.length + 1) : ''));

describe('new folders in new folders', () => {
  test('are made in one batch, each after the one that it lies in', () => {
    const plan = planOf({ local: tree('a/b/c/x.txt') });
    expect(plan.batch).toEqual([makes('a', LIBRARY), makes('a/b'), makes('a/b/c')]);
    expect([plan.blocked, plan.unsettled]).toEqual([[], false]);
  });

  test('are made once, whatever number of files and branches they have', () => {
    const files = ['a/x.txt', 'a/b/c/x.txt', 'a/b/c/y.txt', 'a/d/x.txt', 'e/f/x.txt', 'x.txt'];
    const { batch } = planOf({ local: tree(...files) });
    expect(batch).toEqual([
      makes('a', LIBRARY),
      makes('a/b'),
      makes('a/b/c'),
      makes('a/d'),
      makes('e', LIBRARY),
      makes('e/f'),
      expect.objectContaining({ kind: 'create record', path: `${ROOT}/x.txt` }),
    ]);
  });

  test('begin below what the server has', () => {
    const setting: Setting = {
      remote: [remoteFolder()],
      synced: [syncedFolder()],
      local: [localFolder(), ...tree('Obras/b/c/x.txt').slice(1)],
    };
    expect(planOf(setting).batch).toEqual([makes('Obras/b', 'f1'), makes('Obras/b/c')]);
  });

  test('are made without those that hold no document', () => {
    const plan = planOf({ local: [...tree('a/b/x.txt'), localFolder({ path: `${ROOT}/a/c` })] });
    expect(paths(plan)).toEqual(['a', 'a/b']);
    expect(plan.emptyFolders).toEqual([{ path: `${ROOT}/a/c`, reason: 'empty-folder' }]);
  });

  test('are made for a document that was moved into them, too', () => {
    const moved = local('v1', { path: `${ROOT}/a/b/Acta.docx` });
    const [a, b] = tree('a/b/Acta.docx');
    if (!a || !b) throw new Error('no folders');
    const plan = planOf({ remote: [remote('v1')], synced: [synced('v1')], local: [a, b, moved] });
    expect(plan.batch).toEqual([makes('a', LIBRARY), makes('a/b')]);
  });
});

describe('nothing is made below a folder', () => {
  const files = tree('a/b/c/x.txt');

  test('whose name another one is leaving', () => {
    const plan = planOf({
      remote: [remoteFolder({ name: 'a' })],
      synced: [syncedFolder({ name: 'a' })],
      local: [...files, localFolder({ path: `${ROOT}/z` })],
    });
    expect(kinds(plan.batch)).toEqual(['move remote']);
    expect(plan.unsettled).toBe(true);
  });

  test('whose name something else has on the server', () => {
    const taken = { id: 'r2', name: 'a' };
    const plan = planOf({
      remote: [remote('v2', taken)],
      synced: [synced('v2', { ...taken, stopped: true, identity: 'i9' })],
      local: files,
    });
    expect(plan.batch).toEqual([
      { kind: 'set aside', path: `${ROOT}/a`, as: 'new file', recordId: undefined },
    ]);
  });

  test('whose name a document that was put into it has on the server', () => {
    const plan = planOf({
      remote: [remote('v1', { name: 'a' })],
      synced: [synced('v1', { name: 'a' })],
      local: [...files, local('v1', { path: `${ROOT}/a/b/a` })],
    });
    expect(kinds(plan.batch)).toEqual(['move remote']);
  });

  test('whose path another operation uses', () => {
    const plan = planOf({ remote: [remoteFolder({ name: 'A' })], local: files });
    expect(kinds(plan.batch)).toEqual(['adopt folder']);
  });

  test('of a name that the server takes for another one here', () => {
    const plan = planOf({ local: tree('a/b/x.txt', 'A/b/c/y.txt') });
    expect(paths(plan)).toEqual(['a', 'a/b']);
  });

  test.each<[string, string[], string[]]>([
    ['a folder', ['a/B/d/x.txt'], ['a']],
    ['a new file', ['a/B'], ['a']],
    ['a folder further inside', ['a/b/C/x.txt'], ['a', 'a/b']],
  ])(
    'that has a twin in a new folder, which is %s, until the server knows what is above',
    (_, more, made) => {
      const all = new Map([...files, ...tree(...more)].map((entry) => [entry.path, entry]));
      expect(paths(planOf({ local: [...all.values()] }))).toEqual(made);
    },
  );

  test('that a synced folder was put beside under the same name in other letters', () => {
    const plan = planOf({
      remote: [remoteFolder({ name: 'B' })],
      synced: [syncedFolder({ name: 'B' })],
      local: [...files, localFolder({ path: `${ROOT}/a/B` })],
    });
    expect(plan.batch).toEqual([makes('a', LIBRARY)]);
  });

  test('than the deepest that there may be', () => {
    const deep = planOf({ local: tree(`${nested(FOLDER_DEPTH_MAX + 3)}/x.txt`) });
    expect(deep.batch).toHaveLength(FOLDER_DEPTH_MAX);
    const inObras = planOf({
      remote: [remoteFolder()],
      synced: [syncedFolder()],
      local: [localFolder(), ...tree(`Obras/${nested(FOLDER_DEPTH_MAX + 3)}/x.txt`).slice(1)],
    });
    expect(inObras.batch).toHaveLength(FOLDER_DEPTH_MAX - 1);
  });

  test('but the server is asked for the first one that is too deep, and says so', () => {
    const names = nested(FOLDER_DEPTH_MAX).split('/');
    const pathTo = (at: number) => names.slice(0, at + 1).join('/');
    const known = names.map((name, at) => ({
      id: `f${at}`,
      name,
      parent: at === 0 ? LIBRARY : `f${at - 1}`,
    }));
    const { batch } = planOf({
      remote: known.map((each) => remoteFolder(each)),
      synced: known.map((each, at) => syncedFolder({ ...each, identity: `i ${pathTo(at)}` })),
      local: tree(`${nested(FOLDER_DEPTH_MAX)}/a/b/x.txt`),
    });
    expect(batch).toEqual([makes(`${nested(FOLDER_DEPTH_MAX)}/a`, `f${FOLDER_DEPTH_MAX - 1}`)]);
  });
});

describe('no folder is made', () => {
  test.each<[string, Setting]>([
    ['where one of them has a name that no folder can have', { local: tree('a/b\u0007/c/x.txt') }],
    ['without the right to upload', { local: tree('a/b/x.txt'), library: { canUpload: false } }],
    ['for a program', { local: tree('a/b/x.exe') }],
    ['for an empty file', { local: tree('a/b/x.txt').map((each) => ({ ...each, size: 0 })) }],
    [
      'for a file that is being written',
      { local: tree('a/b/x.txt').map((each) => ({ ...each, settled: false })) },
    ],
    [
      'where somebody has to choose the labels first',
      { local: tree('a/b/x.txt'), library: { hasDefaultLabels: false } },
    ],
  ])('%s', (_, setting) => {
    expect(kinds(planOf(setting).batch)).not.toContain('create folder');
  });
});
