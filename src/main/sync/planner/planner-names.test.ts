import { describe, expect, test } from 'vitest';
import type { KeptBlockedItem } from '../ports/journal.ts';
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

const ACTA = `${ROOT}/Acta.docx`;
const OTRA = `${ROOT}/Otra.docx`;
const NEW = `${ROOT}/Nueva/Acta.docx`;

/** The document was renamed at the server. */
const renamedThere: Setting = {
  remote: [remote('v1', { name: 'Otra.docx' })],
  synced: [synced('v1')],
  local: [local('v1')],
};
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
const onDisk = (from: string, to: string, id = 'r1'): Operation => ({ kind: 'move local', id, from, to });
const nueva: Operation = {
  kind: 'create folder',
  library: LIBRARY,
  path: `${ROOT}/Nueva`,
  parent: LIBRARY,
  name: 'Nueva',
};

interface Expected {
  readonly batch?: readonly Operation[];
  /** Reason, path and id of the node. */
  readonly blocked?: readonly (readonly [string, string, string | undefined])[];
  readonly unsettled?: boolean;
}
const check = (
  _name: string,
  setting: Setting,
  { batch = [], blocked = [], unsettled = false }: Expected,
) => {
  const made = planOf(setting);
  expect(made.batch).toEqual(batch);
  expect(made.blocked.map(({ reason, path, recordId }) => [reason, path, recordId])).toEqual(blocked);
  expect(made.unsettled).toBe(unsettled);
};

/** A stranger, and a document that waits for its person, where the document belongs now. */
const strange = (more = {}) => ({ path: OTRA, identity: 'i9', ...more });
const kept: KeptBlockedItem = { key: 'i9', reason: 'copy', path: OTRA, localId: 'l' };

describe('moved at the server', () => {
  test.each<[string, Setting, Expected]>([
    ['it moves here', renamedThere, { batch: [onDisk(ACTA, OTRA)] }],
    [
      'into a folder that is here it moves there',
      {
        remote: [...obras.remote, remote('v1', { parent: 'f1' })],
        synced: [...obras.synced, synced('v1')],
        local: [...obras.local, local('v1')],
      },
      { batch: [onDisk(ACTA, `${ROOT}/Obras/Acta.docx`)] },
    ],
    [
      'into a folder that is online only it stays, and has its new bytes',
      {
        remote: [remoteFolder(), remote('v2', { parent: 'f1' })],
        synced: [synced('v1')],
        local: [local('v1')],
        options: {
          onlineOnly: new Map([
            ['f1', true],
            ['r1', false],
          ]),
        },
      },
      {
        batch: [
          {
            kind: 'download',
            id: 'r1',
            path: ACTA,
            version: { id: 'v2', number: 1, sha256: 'sha-v2', size: 3 },
            writable: true,
            expected: { identity: 'i1', stamp: 's1', sha256: 'sha-v1' },
          },
        ],
      },
    ],
    [
      'it is open here: it stays, and is listed',
      { ...renamedThere, local: [local('v1', { locked: true })] },
      { blocked: [['locked', ACTA, 'r1']] },
    ],
    [
      'a link has its new name: it stays, and is listed',
      { ...renamedThere, options: { obstacles: [OTRA] } },
      { blocked: [['occupied', OTRA, 'r1']] },
    ],
    [
      'a new file has its new name: that one gives way',
      { ...renamedThere, local: [local('v1'), local('x', strange())] },
      { batch: [{ kind: 'set aside', path: OTRA, as: 'new file', recordId: 'r1' }] },
    ],
    [
      'a kept copy has its new name: it gives way and stays a copy',
      {
        ...renamedThere,
        local: [local('v1'), local('x', strange())],
        options: { blocked: new Map([['i9', kept]]) },
      },
      {
        batch: [{ kind: 'set aside', path: OTRA, as: 'copy', recordId: 'r1' }],
        blocked: [['copy', OTRA, undefined]],
      },
    ],
    [
      'a new folder has its new name: that one gives way',
      { ...renamedThere, local: [local('v1'), localFolder({ path: OTRA, identity: 'i9' })] },
      { batch: [{ kind: 'set aside', path: OTRA, as: 'new file', recordId: 'r1' }] },
    ],
    [
      'a new file that is open has its new name: both wait',
      { ...renamedThere, local: [local('v1'), local('x', strange({ locked: true }))] },
      {
        blocked: [
          ['locked', OTRA, 'r1'],
          ['locked', OTRA, undefined],
        ],
      },
    ],
    [
      'a new file that is being written has its new name: both wait',
      { ...renamedThere, local: [local('v1'), local('x', strange({ settled: false }))] },
      { unsettled: true },
    ],
    [
      'a document that leaves has its new name: it waits for that one',
      {
        remote: [remote('v1', { name: 'Otra.docx' }), remote('v2', { id: 'r2', name: 'Tercera.docx' })],
        synced: [synced('v1'), synced('v2', { id: 'r2', name: 'Otra.docx', identity: 'i9' })],
        local: [local('v1'), local('v2', strange())],
      },
      { batch: [onDisk(OTRA, `${ROOT}/Tercera.docx`, 'r2')] },
    ],
    [
      'a document that stays has its new name: it is listed',
      {
        remote: [remote('v1', { name: 'Otra.docx' })],
        synced: [synced('v1'), synced('v2', { id: 'r2', name: 'Otra.docx', identity: 'i9', unsure: true })],
        local: [local('v1'), local('v2', strange())],
      },
      {
        blocked: [
          ['occupied', OTRA, 'r1'],
          ['gone-after-restore', OTRA, 'r2'],
        ],
      },
    ],
    [
      'moved here too, to the same name, it is agreed upon',
      { ...renamedThere, local: [local('v1', { path: OTRA })] },
      {
        batch: [
          {
            kind: 'adopt',
            id: 'r1',
            path: OTRA,
            expected: { identity: 'i1', stamp: 's1', sha256: 'sha-v1' },
            place: { parent: LIBRARY, name: 'Otra.docx' },
          },
        ],
      },
    ],
    [
      'moved here too, to another name, the server’s stands',
      { ...renamedThere, local: [local('v1', { path: `${ROOT}/Mia.docx` })] },
      { batch: [onDisk(`${ROOT}/Mia.docx`, OTRA)] },
    ],
  ])('%s', check);

  test('of three that wait for each other in a circle one steps aside, unless it is open', () => {
    const names = ['A.docx', 'B.docx', 'C.docx'];
    const circle = (locked: boolean): Setting => ({
      remote: names.map((_name, at) => remote(`v${at}`, { id: `r${at}`, name: names[(at + 1) % 3] ?? '' })),
      synced: names.map((name, at) => synced(`v${at}`, { id: `r${at}`, name, identity: `i${at}` })),
      local: names.map((name, at) =>
        local(`v${at}`, { path: `${ROOT}/${name}`, identity: `i${at}`, locked: locked && at === 0 }),
      ),
    });
    expect(planOf(circle(false)).batch).toEqual([onDisk(`${ROOT}/A.docx`, `${ROOT}/A (2).docx`, 'r0')]);
    const open = planOf(circle(true));
    expect(open.batch).toEqual([]);
    expect(open.blocked).toMatchObject([{ reason: 'locked', key: 'r0', recordId: 'r0' }]);
  });
});

describe('moved here', () => {
  test.each<[string, Setting, Expected]>([
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
      'into a new folder of a new folder, the outer one is made first',
      movedHere(`${ROOT}/Nueva/Dos/Acta.docx`, {
        local: [
          localFolder({ path: `${ROOT}/Nueva` }),
          localFolder({ path: `${ROOT}/Nueva/Dos`, identity: 'i2' }),
        ],
      }),
      { batch: [nueva] },
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
      movedHere(`${ROOT}/Planos?/Acta.docx`, {
        local: [localFolder({ path: `${ROOT}/Planos?` })],
      }),
      { batch: [onDisk(`${ROOT}/Planos?/Acta.docx`, ACTA)] },
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
      movedHere(`${ROOT}/Planos?/Dos/Acta.docx`, {
        local: [
          localFolder({ path: `${ROOT}/Planos?` }),
          localFolder({ path: `${ROOT}/Planos?/Dos`, identity: 'i2' }),
        ],
      }),
      { batch: [onDisk(`${ROOT}/Planos?/Dos/Acta.docx`, ACTA)] },
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
  ])('%s', check);
});
