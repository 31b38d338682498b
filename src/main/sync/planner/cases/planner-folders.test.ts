import { describe, expect, test } from 'vitest';
import {
  expectPlanned,
  LIBRARY,
  local,
  localFolder,
  OBRAS,
  type PlannedCase,
  ROOT,
  remote,
  remoteFolder,
  type Setting,
  synced,
  syncedFolder,
} from '../../testing/planned.ts';
import type { Operation } from '../operations.ts';

const setAside = (recordId?: string): Operation => ({
  kind: 'set aside',
  path: OBRAS,
  as: 'new file',
  recordId,
});

const OPEN = { key: 'i1', reason: 'locked', path: OBRAS, recordId: undefined, detail: undefined } as const;

const known: Setting = { remote: [remoteFolder()], synced: [syncedFolder()], local: [localFolder()] };

const atTheServer: PlannedCase[] = [
  {
    name: 'a new one is made, and what is in it comes with it',
    setting: { remote: [remoteFolder(), remote('v1', { parent: 'f1' })] },
    batch: [
      { kind: 'make folder', id: 'f1', path: OBRAS },
      {
        kind: 'download',
        id: 'r1',
        path: `${OBRAS}/Acta.docx`,
        place: { library: LIBRARY, parent: 'f1' },
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

const here: PlannedCase[] = [
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

describe('folders', () => {
  test.each(atTheServer)('at the server: $name', expectPlanned);
  test.each(here)('here: $name', expectPlanned);
});
