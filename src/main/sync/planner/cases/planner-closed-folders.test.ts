import { describe, expect, test } from 'vitest';
import {
  expectPlanned,
  LIBRARY,
  leftBehind,
  local,
  localFolder,
  type PlannedCase,
  ROOT,
  remote,
  remoteFolder,
  type Setting,
  synced,
  syncedFolder,
} from '../../testing/planned.ts';
import type { Operation } from '../operations.ts';

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

const movedIntoAClosedOne: PlannedCase[] = [
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
    batch: [{ kind: 'remove folder', id: 'f2', path: PLANOS, identity: 'if2', leftBehind: false }],
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
      { kind: 'remove folder', id: 'f2', path: PLANOS, identity: 'if2', leftBehind: false },
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
    batch: [{ kind: 'remove folder', id: 'f2', path: PLANOS, identity: 'if2', leftBehind: false }],
  },
];

describe('folders', () => {
  test.each(movedIntoAClosedOne)('moved into one that is not kept here: $name', expectPlanned);
});
