import { describe, expect, test } from 'vitest';
import type { KeptBlockedItem } from '../ports/journal.ts';
import { kinds, LIBRARY, local, planOf, ROOT, remote, type Setting, synced } from '../testing/planned.ts';
import type { RemoteRecord } from './trees.ts';

/** The planner's table (docs/protocols/sync.md), and the cases beside it. */
const CASES: readonly [string, Setting, string[], string[]][] = [
  ['all three agree', { remote: [remote('v1')], synced: [synced('v1')], local: [local('v1')] }, [], []],
  [
    'remote changed only',
    { remote: [remote('v2')], synced: [synced('v1')], local: [local('v1')] },
    ['download'],
    [],
  ],
  [
    'local changed only',
    { remote: [remote('v1')], synced: [synced('v1')], local: [local('x')] },
    ['upload version'],
    [],
  ],
  [
    'both, same bytes',
    { remote: [remote('v2')], synced: [synced('v1')], local: [local('v2')] },
    ['adopt'],
    [],
  ],
  [
    'both, different',
    { remote: [remote('v2')], synced: [synced('v1')], local: [local('x')] },
    ['upload version'],
    [],
  ],
  ['gone remotely, clean', { synced: [synced('v1')], local: [local('v1')] }, ['remove copy'], []],
  [
    'its library is closed: a copy under another name goes first',
    {
      synced: [synced('v1')],
      local: [local('v1'), local('v1', { path: `${ROOT}/Copia.docx`, name: 'Copia.docx', identity: '1:99' })],
      library: { left: true },
    },
    ['remove stray'],
    [],
  ],
  [
    'its library is open: a copy under another name is a file of its person',
    {
      synced: [synced('v1')],
      local: [local('v1'), local('v1', { path: `${ROOT}/Copia.docx`, name: 'Copia.docx', identity: '1:99' })],
    },
    ['remove copy', 'create record'],
    [],
  ],
  [
    'its library is closed by a server that lost something',
    { synced: [synced('v1', { unsure: true })], local: [local('v1')], library: { left: true } },
    [],
    ['gone-after-restore'],
  ],
  ['gone remotely, edited', { synced: [synced('v1')], local: [local('x')] }, ['quarantine'], []],
  ['gone on both sides', { synced: [synced('v1')] }, ['forget'], []],
  ['gone locally', { remote: [remote('v1')], synced: [synced('v1')], gone: ['r1'] }, ['stop'], []],
  ['gone locally just now', { remote: [remote('v1')], synced: [synced('v1')] }, [], []],
  ['stopped', { remote: [remote('v2')], synced: [synced('v1', { stopped: true })] }, [], []],
  [
    'stopped, and back on the disk',
    { remote: [remote('v1')], synced: [synced('v1', { stopped: true })], local: [local('v1')] },
    ['adopt'],
    [],
  ],
  ['local only', { local: [local('x')] }, ['create record'], []],
  [
    'local only, no default labels',
    { local: [local('x')], library: { hasDefaultLabels: false } },
    ['announce'],
    [],
  ],
  ['local only, no role', { local: [local('x')], library: { canUpload: false } }, [], ['no-role']],
  ['local only, empty', { local: [local('x', { size: 0 })] }, [], ['empty']],
  [
    'emptied',
    { remote: [remote('v1')], synced: [synced('v1')], local: [local('x', { size: 0 })] },
    [],
    ['empty'],
  ],
  ['remote only', { remote: [remote('v1')] }, ['download'], []],
  [
    'remote only, online only',
    { remote: [remote('v1')], options: { onlineOnly: new Map([[LIBRARY, true]]) } },
    [],
    [],
  ],
  [
    'now online only',
    {
      remote: [remote('v1')],
      synced: [synced('v1')],
      local: [local('v1')],
      options: { onlineOnly: new Map([[LIBRARY, true]]) },
    },
    ['remove copy'],
    [],
  ],
  [
    'online only, edited',
    {
      remote: [remote('v1')],
      synced: [synced('v1')],
      local: [local('x')],
      options: { onlineOnly: new Map([[LIBRARY, true]]) },
    },
    ['upload version'],
    [],
  ],
  ['never synced, same bytes', { remote: [remote('v1')], local: [local('v1')] }, ['adopt'], []],
  ['never synced, other bytes', { remote: [remote('v1')], local: [local('x')] }, ['identify'], []],
  [
    'under a live lock, remote changed',
    { remote: [remote('v2')], synced: [synced('v1')], local: [local('v1', { locked: true })] },
    [],
    ['locked'],
  ],
  [
    'under a live lock, edited',
    { remote: [remote('v1')], synced: [synced('v1')], local: [local('x', { locked: true })] },
    [],
    ['locked'],
  ],
  [
    'being written',
    {
      remote: [remote('v2')],
      synced: [synced('v1')],
      local: [local('x', { sha256: undefined, settled: false })],
    },
    [],
    [],
  ],
  [
    'edited without the role',
    { remote: [remote('v1', { writable: false })], synced: [synced('v1')], local: [local('x')] },
    ['set aside'],
    [],
  ],
  [
    'the role was taken',
    { remote: [remote('v1', { writable: false })], synced: [synced('v1')], local: [local('v1')] },
    ['set writable'],
    [],
  ],
  [
    'the server may not know it, and differs',
    { remote: [remote('v0')], synced: [synced('v1', { unsure: true })], local: [local('v1')] },
    ['verify'],
    [],
  ],
  [
    'the server may not know it, and has nothing',
    { synced: [synced('v1', { unsure: true })], local: [local('v1')] },
    [],
    ['gone-after-restore'],
  ],
  [
    'renamed on the server',
    { remote: [remote('v1', { name: 'Otra.docx' })], synced: [synced('v1')], local: [local('v1')] },
    ['move local'],
    [],
  ],
  [
    'renamed here',
    { remote: [remote('v1')], synced: [synced('v1')], local: [local('v1', { path: `${ROOT}/Otra.docx` })] },
    ['move remote'],
    [],
  ],
  [
    'renamed here without the role',
    {
      remote: [remote('v1', { writable: false })],
      synced: [synced('v1', { writable: false })],
      local: [local('v1', { path: `${ROOT}/Otra.docx` })],
    },
    ['move local'],
    [],
  ],
  [
    'edited here, renamed there',
    { remote: [remote('v1', { name: 'Otra.docx' })], synced: [synced('v1')], local: [local('x')] },
    ['upload version'],
    [],
  ],
  [
    'touched',
    { remote: [remote('v1')], synced: [synced('v1')], local: [local('v1', { stamp: 's2' })] },
    ['adopt'],
    [],
  ],
  [
    'saved by renaming',
    { remote: [remote('v1')], synced: [synced('v1')], local: [local('x', { identity: 'i9' })] },
    ['upload version'],
    [],
  ],
];

describe('the planner', () => {
  test.each(CASES)('%s', (_name, setting, operations, blocked) => {
    const made = planOf(setting);
    expect(kinds(made.batch)).toEqual(operations);
    expect(made.blocked.map((item) => item.reason)).toEqual(blocked);
  });

  test('a conflict is uploaded on the version that it was edited from', () => {
    const { batch } = planOf({ remote: [remote('v2')], synced: [synced('v1')], local: [local('x')] });
    expect(batch[0]).toMatchObject({ kind: 'upload version', base: 'v1' });
  });

  test('a copy that waits is never a new file', () => {
    const item: KeptBlockedItem = { key: 'i1', reason: 'copy', path: `${ROOT}/Acta.docx`, localId: 'l' };
    const made = planOf({ local: [local('x')], options: { blocked: new Map([['i1', item]]) } });
    expect(made.batch).toEqual([]);
    expect(made.blocked.map((each) => each.reason)).toEqual(['copy']);
  });

  test('two names that cross step aside for one of them', () => {
    const two = { identity: 'i2', id: 'r2' };
    const made = planOf({
      remote: [
        remote('v1', { name: 'B.docx' }),
        remote('v2', { ...two, name: 'A.docx' } as Partial<RemoteRecord>),
      ],
      synced: [synced('v1', { name: 'A.docx' }), synced('v2', { ...two, name: 'B.docx' })],
      local: [
        local('v1', { path: `${ROOT}/A.docx` }),
        local('v2', { path: `${ROOT}/B.docx`, identity: 'i2' }),
      ],
    });
    expect(made.batch).toEqual([
      { kind: 'move local', id: 'r1', from: `${ROOT}/A.docx`, to: `${ROOT}/A (2).docx` },
    ]);
  });
});
