import { describe, expect, test } from 'vitest';
import {
  expectPlanned,
  leftBehind,
  local,
  localFolder,
  OBRAS,
  type PlannedCase,
  planOf,
  remoteFolder,
  type Setting,
  synced,
  syncedFolder,
} from '../../testing/planned.ts';

const gone: Setting = { synced: [syncedFolder()], local: [localFolder()] };
const inObras = { path: `${OBRAS}/Acta.docx` };

const noLongerAtTheServer: PlannedCase[] = [
  {
    name: 'an empty one goes',
    setting: gone,
    batch: [{ kind: 'remove folder', id: 'f1', path: OBRAS, identity: 'if1', leftBehind: false }],
  },
  {
    name: 'one that is not here either is forgotten',
    setting: { ...gone, local: [] },
    batch: [{ kind: 'forget', id: 'f1' }],
  },
  {
    name: 'one with a file of its person becomes a folder of theirs',
    setting: { ...gone, local: [localFolder(), local('x', inObras)] },
    batch: [{ kind: 'forget', id: 'f1' }],
  },
  {
    name: 'one with a file of its person and a document that goes becomes a folder of theirs too',
    setting: {
      synced: [syncedFolder(), synced('v1', { parent: 'f1' })],
      local: [localFolder(), local('v1', inObras), local('x', { path: `${OBRAS}/Mia.docx`, identity: 'i2' })],
    },
    batch: [
      { kind: 'forget', id: 'f1' },
      expect.objectContaining({ kind: 'remove copy', path: `${OBRAS}/Acta.docx` }),
    ],
  },
  {
    name: 'one with a document that goes too waits for it',
    setting: {
      synced: [syncedFolder(), synced('v1', { parent: 'f1' })],
      local: [localFolder(), local('v1', inObras)],
    },
    batch: [
      {
        kind: 'remove copy',
        id: 'r1',
        path: `${OBRAS}/Acta.docx`,
        expected: { identity: 'i1', stamp: 's1', sha256: 'sha-v1' },
      },
    ],
  },
  {
    name: 'one with a document that waits for its person’s decision becomes theirs',
    setting: {
      synced: [syncedFolder(), synced('v1', { parent: 'f1', unsure: true })],
      local: [localFolder(), local('v1', inObras)],
    },
    batch: [{ kind: 'forget', id: 'f1' }],
    blocked: [
      {
        key: 'r1',
        reason: 'gone-after-restore',
        path: `${OBRAS}/Acta.docx`,
        recordId: 'r1',
        detail: undefined,
      },
    ],
  },
  {
    name: 'one of a library that is not synced stays',
    setting: { ...gone, synced: [syncedFolder({ library: 'another' })] },
  },
  {
    name: 'one that could not be removed is listed, and not tried at once again',
    setting: { ...gone, options: { blocked: new Map([['if1', leftBehind]]) } },
    blocked: [{ key: 'if1', reason: 'left-behind', path: OBRAS, recordId: undefined, detail: 'EBUSY' }],
  },
  {
    name: 'one that could not be removed is removed when it is tried again',
    setting: { ...gone, options: { blocked: new Map([['if1', leftBehind]]), tryAgain: true } },
    batch: [{ kind: 'remove folder', id: 'f1', path: OBRAS, identity: 'if1', leftBehind: true }],
    blocked: [{ key: 'if1', reason: 'left-behind', path: OBRAS, recordId: undefined, detail: 'EBUSY' }],
  },
  {
    name: 'one that could not be removed is that of its name which the server has since',
    setting: {
      ...gone,
      remote: [remoteFolder({ id: 'f2' })],
      options: { blocked: new Map([['if1', leftBehind]]), tryAgain: true },
    },
    batch: [{ kind: 'forget', id: 'f1' }],
  },
];

describe('folders', () => {
  test.each(noLongerAtTheServer)('no longer at the server: $name', expectPlanned);

  test('tried again while a document is still in it, one that could not be removed waits', () => {
    const { batch } = planOf({
      synced: [syncedFolder(), synced('v1', { parent: 'f1' })],
      local: [localFolder(), local('v1', inObras)],
      options: { blocked: new Map([['if1', leftBehind]]), tryAgain: true },
    });
    expect(batch.map(({ kind }) => kind)).toEqual(['remove copy']);
  });
});
