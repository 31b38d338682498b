import { describe, test } from 'vitest';
import {
  expectPlanSummary,
  LIBRARY,
  local,
  localFolder,
  onDisk,
  type PlanSummary,
  ROOT,
  remote,
  remoteFolder,
  type Setting,
  synced,
  syncedFolder,
} from '../../testing/planned.ts';
import type { Operation } from '../operations.ts';

const ACTA = `${ROOT}/Acta.docx`;
const OTRA = `${ROOT}/Otra.docx`;
const NEW = `${ROOT}/Nueva/Acta.docx`;

/** The document was moved here, to this path. */
const movedHere = (path: string, more: Setting = {}): Setting => ({
  ...more,
  remote: [remote('v1'), ...(more.remote ?? [])],
  synced: [synced('v1'), ...(more.synced ?? [])],
  local: [local('v1', { path }), ...(more.local ?? [])],
});
const obras = { remote: [remoteFolder()], synced: [syncedFolder()], local: [localFolder()] };
const toServer = (parent: string, name: string, path: string, library = LIBRARY): Operation => ({
  kind: 'move remote',
  id: 'r1',
  path,
  library,
  parent,
  name,
});
const putBack = (from: string, to: string, id = 'r1'): Operation => ({
  ...({ kind: 'move local', id, from, to } as const),
  refused: 'forbidden',
});
const nueva: Operation = {
  kind: 'create folder',
  library: LIBRARY,
  path: `${ROOT}/Nueva`,
  parent: LIBRARY,
  name: 'Nueva',
  identity: 'if1',
};
const dos: Operation = {
  ...nueva,
  path: `${ROOT}/Nueva/Dos`,
  parent: undefined,
  name: 'Dos',
  identity: 'i2',
};

describe('moved here', () => {
  test.each<[string, Setting, PlanSummary]>([
    ['it is told to the server', movedHere(OTRA), { batch: [toServer(LIBRARY, 'Otra.docx', OTRA)] }],
    [
      'into a folder, it is told with that folder',
      movedHere(`${ROOT}/Obras/Acta.docx`, obras),
      { batch: [toServer('f1', 'Acta.docx', `${ROOT}/Obras/Acta.docx`)] },
    ],
    [
      'while it is being written it waits',
      { ...movedHere(OTRA), local: [local('v1', { path: OTRA, settled: false })] },
      { unsettled: true },
    ],
    [
      'while it is open it waits',
      { ...movedHere(OTRA), local: [local('v1', { path: OTRA, locked: true })] },
      { unsettled: true },
    ],
    [
      'without the right to upload it moves back',
      movedHere(OTRA, { library: { canUpload: false } }),
      { batch: [putBack(OTRA, ACTA)] },
    ],
    [
      'into a new folder, that one is made first',
      movedHere(NEW, { local: [localFolder({ path: `${ROOT}/Nueva` })] }),
      { batch: [nueva] },
    ],
    [
      'into a new folder of a new folder, both are made first',
      movedHere(`${ROOT}/Nueva/Dos/Acta.docx`, {
        local: [
          localFolder({ path: `${ROOT}/Nueva` }),
          localFolder({ path: `${ROOT}/Nueva/Dos`, identity: 'i2' }),
        ],
      }),
      { batch: [nueva, dos] },
    ],
    [
      'into a new folder of a name that the server has, that folder takes another one',
      movedHere(NEW, {
        remote: [remote('v2', { id: 'r2', name: 'Nueva' })],
        synced: [synced('v2', { id: 'r2', name: 'Nueva', stopped: true })],
        local: [localFolder({ path: `${ROOT}/Nueva` })],
      }),
      { batch: [{ kind: 'set aside', path: `${ROOT}/Nueva`, as: 'new file', recordId: undefined }] },
    ],
    [
      'into a new folder that has its own name, it leaves that name first',
      movedHere(`${ROOT}/Acta.docx/Acta.docx`, {
        local: [localFolder({ path: `${ROOT}/Acta.docx` })],
      }),
      { batch: [toServer(LIBRARY, 'Acta (2).docx', `${ROOT}/Acta.docx/Acta.docx`)] },
    ],
    [
      'and then that folder is made',
      {
        remote: [remote('v1', { name: 'Acta (2).docx' })],
        synced: [synced('v1', { name: 'Acta (2).docx' })],
        local: [local('v1', { path: `${ROOT}/Acta.docx/Acta.docx` }), localFolder({ path: ACTA })],
      },
      { batch: [{ ...nueva, path: ACTA, name: 'Acta.docx' }] },
    ],
    [
      'into a folder of a name that no folder can have, it moves back',
      movedHere(`${ROOT}/Planos\u0007/Acta.docx`, {
        local: [localFolder({ path: `${ROOT}/Planos\u0007` })],
      }),
      { batch: [onDisk(`${ROOT}/Planos\u0007/Acta.docx`, ACTA)] },
    ],
    ['out of all libraries, it is left there', movedHere('Acta.docx'), {}],
    [
      'into another library, it is told with that library',
      movedHere('Org/lib2/Acta.docx', { others: { lib2: {} } }),
      { batch: [toServer('lib2', 'Acta.docx', 'Org/lib2/Acta.docx', 'lib2')] },
    ],
    [
      'into another library without the right to upload there, it moves back',
      movedHere('Org/lib2/Acta.docx', { others: { lib2: { canUpload: false } } }),
      { batch: [putBack('Org/lib2/Acta.docx', ACTA)] },
    ],
    [
      'into a new folder of such a library, it moves back too',
      movedHere('Org/lib2/Nueva/Acta.docx', {
        others: { lib2: { canUpload: false } },
        local: [localFolder({ path: 'Org/lib2/Nueva' })],
      }),
      { batch: [putBack('Org/lib2/Nueva/Acta.docx', ACTA)] },
    ],
    [
      'a folder goes into no other library where its person may not upload: it moves back',
      {
        ...obras,
        local: [localFolder({ path: 'Org/lib2/Obras' })],
        others: { lib2: { canUpload: false } },
      },
      { batch: [putBack('Org/lib2/Obras', `${ROOT}/Obras`, 'f1')] },
    ],
    [
      'a folder is renamed',
      { ...obras, local: [localFolder({ path: `${ROOT}/Planos` })] },
      {
        batch: [
          {
            kind: 'move remote',
            id: 'f1',
            path: `${ROOT}/Planos`,
            library: LIBRARY,
            parent: LIBRARY,
            name: 'Planos',
          },
        ],
      },
    ],
    [
      'to the name of a document that is renamed here too, it waits for that one',
      {
        remote: [remote('v1'), remote('v2', { id: 'r2', name: 'Otra.docx' })],
        synced: [synced('v1'), synced('v2', { id: 'r2', name: 'Otra.docx', identity: 'i9' })],
        local: [local('v1', { path: OTRA }), local('v2', { path: `${ROOT}/Tercera.docx`, identity: 'i9' })],
      },
      {
        batch: [
          {
            kind: 'move remote',
            id: 'r2',
            path: `${ROOT}/Tercera.docx`,
            library: LIBRARY,
            parent: LIBRARY,
            name: 'Tercera.docx',
          },
        ],
        unsettled: true,
      },
    ],
    [
      'a new file of its old name waits until the server has given the name up',
      movedHere(OTRA, { local: [local('y', { identity: 'i2' })] }),
      { batch: [toServer(LIBRARY, 'Otra.docx', OTRA)], unsettled: true },
    ],
    [
      'a new folder of the old name of a folder waits too, with what is in it',
      {
        ...obras,
        local: [
          localFolder({ path: `${ROOT}/Planos` }),
          localFolder({ identity: 'i2' }),
          local('y', { path: `${ROOT}/Obras/Nueva.docx`, identity: 'i3' }),
        ],
      },
      {
        batch: [
          {
            kind: 'move remote',
            id: 'f1',
            path: `${ROOT}/Planos`,
            library: LIBRARY,
            parent: LIBRARY,
            name: 'Planos',
          },
        ],
        unsettled: true,
      },
    ],
    [
      'into a folder in a folder of a name that no folder can have, it moves back',
      movedHere(`${ROOT}/Planos\u0007/Dos/Acta.docx`, {
        local: [
          localFolder({ path: `${ROOT}/Planos\u0007` }),
          localFolder({ path: `${ROOT}/Planos\u0007/Dos`, identity: 'i2' }),
        ],
      }),
      { batch: [onDisk(`${ROOT}/Planos\u0007/Dos/Acta.docx`, ACTA)] },
    ],
    [
      'of two that change names one takes a name that neither side has',
      {
        remote: [
          remote('v1'),
          remote('v2', { id: 'r2', name: 'Otra.docx' }),
          remote('v3', { id: 'r3', name: 'Otra (2).docx' }),
        ],
        synced: [
          synced('v1'),
          synced('v2', { id: 'r2', name: 'Otra.docx', identity: 'i9' }),
          synced('v3', { id: 'r3', name: 'Otra (2).docx', identity: 'i10', stopped: true }),
        ],
        local: [local('v1', { path: OTRA }), local('v2', { path: ACTA, identity: 'i9' })],
      },
      { batch: [toServer(LIBRARY, 'Otra (3).docx', OTRA)], unsettled: true },
    ],
  ])('%s', expectPlanSummary);
});
