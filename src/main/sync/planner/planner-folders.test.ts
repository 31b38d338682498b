import { describe, expect, test } from 'vitest';
import type { BlockedItem, KeptBlockedItem } from '../ports/journal.ts';
import {
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
} from '../testing/planned.ts';
import type { Operation } from './operations.ts';

const OBRAS = `${ROOT}/Obras`;
const known: Setting = { remote: [remoteFolder()], synced: [syncedFolder()], local: [localFolder()] };
const gone: Setting = { synced: [syncedFolder()], local: [localFolder()] };
const inObras = { path: `${OBRAS}/Acta.docx` };
const leftBehind: KeptBlockedItem = {
  key: 'if1',
  reason: 'left-behind',
  path: OBRAS,
  detail: 'EBUSY',
  localId: 'l',
};
const setAside = (recordId?: string): Operation => ({
  kind: 'set aside',
  path: OBRAS,
  as: 'new file',
  recordId,
});

const OPEN = { key: 'i1', reason: 'locked', path: OBRAS, recordId: undefined, detail: undefined } as const;

interface Case {
  readonly name: string;
  readonly setting: Setting;
  readonly batch?: Operation[];
  readonly blocked?: BlockedItem[];
  readonly unsettled?: boolean;
}

const atTheServer: Case[] = [
  {
    name: 'a new one is made, and what is in it comes with it',
    setting: { remote: [remoteFolder(), remote('v1', { parent: 'f1' })] },
    batch: [
      { kind: 'make folder', id: 'f1', path: OBRAS },
      {
        kind: 'download',
        id: 'r1',
        path: `${OBRAS}/Acta.docx`,
        version: { id: 'v1', number: 1, sha256: 'sha-v1', size: 3 },
        writable: true,
        expected: undefined,
      },
    ],
  },
  {
    name: 'one in another one is made in it',
    setting: { remote: [remoteFolder({ id: 'f2', parent: 'f1', name: 'Planos' }), remoteFolder()] },
    batch: [
      { kind: 'make folder', id: 'f1', path: OBRAS },
      { kind: 'make folder', id: 'f2', path: `${OBRAS}/Planos` },
    ],
  },
  {
    name: 'a new one that lies here already, under another spelling, is that one',
    setting: { remote: [remoteFolder()], local: [localFolder({ path: `${ROOT}/obras` })] },
    batch: [
      { kind: 'adopt folder', id: 'f1', path: `${ROOT}/obras`, place: { parent: LIBRARY, name: 'obras' } },
    ],
  },
  {
    name: 'what is in one that lies here already comes at once',
    setting: { remote: [remoteFolder(), remote('v1', { parent: 'f1' })], local: [localFolder()] },
    batch: [
      { kind: 'adopt folder', id: 'f1', path: OBRAS, place: { parent: LIBRARY, name: 'Obras' } },
      expect.objectContaining({ kind: 'download', path: `${OBRAS}/Acta.docx` }),
    ],
  },
  {
    name: 'a file of its name gives way',
    setting: { remote: [remoteFolder()], local: [local('x', { path: OBRAS })] },
    batch: [setAside()],
  },
  {
    name: 'a file of its name that is open does not',
    setting: { remote: [remoteFolder()], local: [local('x', { path: OBRAS, locked: true })] },
    // For the folder, and for itself as a new file.
    blocked: [OPEN, OPEN],
  },
  {
    name: 'a file of its name that is being written is waited for',
    setting: { remote: [remoteFolder()], local: [local('x', { path: OBRAS, settled: false })] },
    unsettled: true,
  },
  {
    name: 'a link of its name stays',
    setting: { remote: [remoteFolder()], options: { obstacles: [OBRAS] } },
    blocked: [{ key: 'f1', reason: 'occupied', path: OBRAS, recordId: undefined, detail: undefined }],
  },
  {
    name: 'one that is kept online only is not made',
    setting: { remote: [remoteFolder()], options: { onlineOnly: new Map([['f1', true]]) } },
  },
  {
    name: 'one that is kept here is made, in a library that is not',
    setting: {
      remote: [remoteFolder()],
      options: {
        onlineOnly: new Map([
          [LIBRARY, true],
          ['f1', false],
        ]),
      },
    },
    batch: [{ kind: 'make folder', id: 'f1', path: OBRAS }],
  },
  {
    name: 'none is made where all is online only by default',
    setting: { remote: [remoteFolder()], options: { onlineOnlyByDefault: true } },
  },
  {
    name: 'a folder that the server has in it now leaves its place first',
    setting: {
      remote: [remoteFolder({ id: 'f2' }), remoteFolder({ parent: 'f2', name: 'Planos' })],
      synced: [syncedFolder()],
      local: [localFolder()],
    },
    batch: [{ kind: 'move local', id: 'f1', from: OBRAS, to: `${ROOT}/Obras (2)` }],
  },
  {
    name: 'one whose place another one holds that is about to leave waits',
    setting: {
      remote: [remoteFolder({ name: 'Planos' }), remoteFolder({ id: 'f2' })],
      synced: [syncedFolder({ name: 'Obras' })],
      local: [localFolder()],
      options: { busy: new Set(['f1']) },
    },
  },
  {
    name: 'one whose place a document holds that stays is listed',
    setting: {
      remote: [remoteFolder()],
      synced: [synced('v1', { name: 'Obras', unsure: true })],
      local: [local('v1', { path: OBRAS })],
    },
    blocked: [
      { key: 'f1', reason: 'occupied', path: OBRAS, recordId: undefined, detail: undefined },
      { key: 'r1', reason: 'gone-after-restore', path: OBRAS, recordId: 'r1', detail: undefined },
    ],
  },
];

const here: Case[] = [
  { name: 'one that both have is left alone', setting: known },
  {
    name: 'one that was replaced by another of its name is that one',
    setting: { ...known, local: [localFolder({ identity: 'another' })] },
    batch: [{ kind: 'adopt folder', id: 'f1', path: OBRAS, place: undefined }],
  },
  {
    name: 'one that was given up and is here again is kept again',
    setting: { ...known, synced: [syncedFolder({ stopped: true })] },
    batch: [{ kind: 'adopt folder', id: 'f1', path: OBRAS, place: undefined }],
  },
  {
    name: 'one that has just gone from here is waited for',
    setting: { ...known, local: [] },
    unsettled: true,
  },
  {
    name: 'one that has gone from here for long is given up, not deleted',
    setting: { ...known, local: [], gone: ['f1'] },
    batch: [{ kind: 'stop', id: 'f1' }],
  },
  {
    name: 'one that was given up is not made again',
    setting: { ...known, synced: [syncedFolder({ stopped: true })], local: [], gone: ['f1'] },
  },
  {
    name: 'nothing is done in one with a call under way',
    setting: {
      ...known,
      remote: [remoteFolder({ name: 'Otra' }), remote('v1', { parent: 'f1' })],
      options: { busy: new Set(['f1']) },
    },
  },
  {
    name: 'one that both renamed alike is agreed upon',
    setting: {
      ...known,
      remote: [remoteFolder({ name: 'Planos' })],
      local: [localFolder({ path: `${ROOT}/Planos` })],
    },
    batch: [
      { kind: 'adopt folder', id: 'f1', path: `${ROOT}/Planos`, place: { parent: LIBRARY, name: 'Planos' } },
    ],
  },
];

const noLongerAtTheServer: Case[] = [
  {
    name: 'an empty one goes',
    setting: gone,
    batch: [{ kind: 'remove folder', id: 'f1', path: OBRAS, leftBehind: false }],
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
    batch: [{ kind: 'remove folder', id: 'f1', path: OBRAS, leftBehind: true }],
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

/** `Obras` was removed from this computer; `Planos` is here, with a document. */
const removedObras = syncedFolder({ stopped: true });
const PLANOS = `${ROOT}/Planos`;
const planos = { id: 'f2', name: 'Planos' };
const planosInObras: Setting = {
  remote: [remoteFolder(), remoteFolder({ ...planos, parent: 'f1' }), remote('v1', { parent: 'f2' })],
  synced: [removedObras, syncedFolder({ ...planos, identity: 'if2' }), synced('v1', { parent: 'f2' })],
  local: [localFolder({ path: PLANOS, identity: 'if2' }), local('v1', { path: `${PLANOS}/Acta.docx` })],
};
const actaInObras: Setting = { remote: [remoteFolder(), remote('v1', { parent: 'f1' })] };
const leavesPlanos: Operation = {
  kind: 'remove copy',
  id: 'r1',
  path: `${PLANOS}/Acta.docx`,
  expected: { identity: 'i1', stamp: 's1', sha256: 'sha-v1' },
};
const emptyPlanos: Setting = {
  ...planosInObras,
  remote: planosInObras.remote?.slice(0, 2) ?? [],
  synced: planosInObras.synced?.slice(0, 2) ?? [],
  local: planosInObras.local?.slice(0, 1) ?? [],
};

const movedIntoAClosedOne: Case[] = [
  {
    name: 'a document leaves the disk',
    setting: { ...actaInObras, synced: [removedObras, synced('v1')], local: [local('v1')] },
    batch: [{ ...leavesPlanos, path: `${ROOT}/Acta.docx` }],
  },
  {
    name: 'a document that was edited here is sent first',
    setting: { ...actaInObras, synced: [removedObras, synced('v1')], local: [local('x')] },
    batch: [expect.objectContaining({ kind: 'upload version', id: 'r1' })],
  },
  {
    name: 'a document that is open stays until it is closed',
    setting: { ...actaInObras, synced: [removedObras, synced('v1')], local: [local('v1', { locked: true })] },
    blocked: [{ key: 'r1', reason: 'locked', path: `${ROOT}/Acta.docx`, recordId: 'r1', detail: undefined }],
  },
  {
    name: 'a document that its person keeps here by their own choice stays',
    setting: {
      ...actaInObras,
      synced: [removedObras, synced('v1')],
      local: [local('v1')],
      options: { onlineOnly: new Map([['r1', false]]) },
    },
  },
  {
    name: 'a document that its person moved leaves the disk too, because the server’s place wins',
    setting: {
      ...actaInObras,
      synced: [removedObras, synced('v1')],
      local: [local('v1', { path: `${ROOT}/Acta final.docx` })],
    },
    batch: [{ ...leavesPlanos, path: `${ROOT}/Acta final.docx` }],
  },
  { name: 'a folder waits for its documents, which leave', setting: planosInObras, batch: [leavesPlanos] },
  {
    name: 'a folder with nothing in it leaves the disk',
    setting: emptyPlanos,
    batch: [{ kind: 'remove folder', id: 'f2', path: PLANOS, leftBehind: false }],
  },
  {
    name: 'a folder that could not be removed is listed',
    setting: { ...emptyPlanos, options: { blocked: new Map([['if2', { ...leftBehind, key: 'if2' }]]) } },
    blocked: [{ key: 'if2', reason: 'left-behind', path: PLANOS, recordId: undefined, detail: 'EBUSY' }],
  },
  {
    name: 'nothing new is placed in a folder that leaves',
    setting: {
      ...planosInObras,
      remote: [
        ...(planosInObras.remote ?? []),
        remoteFolder({ id: 'f3', parent: 'f2', name: 'Sur' }),
        remote('v2', { id: 'r2', parent: 'f2', name: 'Otra.docx' }),
        remote('v3', { id: 'r3', parent: 'f3', name: 'Tercera.docx' }),
      ],
    },
    batch: [leavesPlanos],
  },
  {
    name: 'what its person moves out of a folder that leaves is theirs',
    setting: {
      ...planosInObras,
      local: [localFolder({ path: PLANOS, identity: 'if2' }), local('v1')],
    },
    batch: [
      { kind: 'remove folder', id: 'f2', path: PLANOS, leftBehind: false },
      expect.objectContaining({ kind: 'move remote', id: 'r1', parent: LIBRARY }),
    ],
  },
  {
    name: 'a folder that its person takes out of it again is theirs, with its documents',
    setting: {
      ...planosInObras,
      synced: [
        removedObras,
        syncedFolder({ ...planos, parent: 'f1', identity: 'if2', stopped: true }),
        synced('v1', { parent: 'f2', stopped: true }),
      ],
    },
    batch: [
      expect.objectContaining({ kind: 'move remote', id: 'f2', parent: LIBRARY }),
      expect.objectContaining({ kind: 'adopt', id: 'r1' }),
    ],
  },
  {
    name: 'a new document takes the name of one that leaves',
    setting: {
      remote: [remoteFolder(), remote('v1', { parent: 'f1' }), remote('v2', { id: 'r2' })],
      synced: [removedObras, synced('v1')],
      local: [local('v1')],
    },
    batch: [{ ...leavesPlanos, path: `${ROOT}/Acta.docx` }],
  },
  {
    name: 'a folder that is kept online only is closed as well',
    setting: {
      ...emptyPlanos,
      synced: emptyPlanos.synced?.slice(1) ?? [],
      options: { onlineOnly: new Map([['f1', true]]) },
    },
    batch: [{ kind: 'remove folder', id: 'f2', path: PLANOS, leftBehind: false }],
  },
];

const check = ({ setting, batch = [], blocked = [], unsettled = false }: Case) => {
  const made = planOf(setting);
  expect(made.batch).toEqual(batch);
  expect(made.blocked).toEqual(blocked);
  expect(made.unsettled).toBe(unsettled);
};

describe('folders', () => {
  test.each(atTheServer)('at the server: $name', check);
  test.each(here)('here: $name', check);
  test.each(movedIntoAClosedOne)('moved into one that is not kept here: $name', check);
  test.each(noLongerAtTheServer)('no longer at the server: $name', check);

  test('tried again while a document is still in it, one that could not be removed waits', () => {
    const { batch } = planOf({
      synced: [syncedFolder(), synced('v1', { parent: 'f1' })],
      local: [localFolder(), local('v1', inObras)],
      options: { blocked: new Map([['if1', leftBehind]]), tryAgain: true },
    });
    expect(batch.map(({ kind }) => kind)).toEqual(['remove copy']);
  });
});

describe('what no disk can have', () => {
  test.each<[string, Setting, [string, string, string | undefined][]]>([
    [
      'two folders in each other',
      {
        remote: [remoteFolder({ parent: 'f2' }), remoteFolder({ id: 'f2', parent: 'f1', name: 'Planos' })],
      },
      [
        ['f1', OBRAS, undefined],
        ['f2', `${ROOT}/Planos`, undefined],
      ],
    ],
    [
      'a document in a document',
      { remote: [remote('v1', { parent: 'r2' })] },
      [['r1', `${ROOT}/Acta.docx`, 'r1']],
    ],
    [
      'more bytes than a version can have',
      { remote: [remote('v1', { version: { id: 'v1', number: 1, sha256: 'x', size: 2 ** 50 } })] },
      [['r1', `${ROOT}/Acta.docx`, 'r1']],
    ],
    [
      'a folder that is a library',
      { remote: [remoteFolder({ id: LIBRARY })] },
      [[LIBRARY, OBRAS, undefined]],
    ],
    [
      'and of other libraries nothing is said',
      { remote: [remote('v1', { library: 'another', parent: 'x' })] },
      [],
    ],
  ])('%s', (_name, setting, listed) => {
    const { batch, blocked } = planOf(setting);
    expect(batch).toEqual([]);
    expect(blocked.map(({ key, path, recordId }) => [key, path, recordId])).toEqual(listed);
    expect(blocked.every(({ reason }) => reason === 'impossible')).toBe(true);
  });
});
