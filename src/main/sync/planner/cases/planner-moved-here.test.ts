import { describe, expect, test } from 'vitest';
import {
  LIBRARY,
  local,
  localFolder,
  OBRAS,
  planOf,
  ROOT,
  remote,
  remoteFolder,
  synced,
  syncedFolder,
} from '../../testing/planned.ts';
import type { Operation } from '../operations.ts';

const ACTA = `${ROOT}/Acta.docx`;
const OTRA = `${ROOT}/Otra.docx`;
const onDisk = (from: string, to: string, id = 'r1'): Operation => ({ kind: 'move local', id, from, to });
const download = (path: string) => expect.objectContaining({ kind: 'download', id: 'r1', path });

describe('what was moved here', () => {
  const toServer = (id: string, path: string, parent: string, name: string): Operation => ({
    ...{ kind: 'move remote', id, path, library: LIBRARY, parent, name },
  });

  test('a new document at the server comes into a folder that was renamed here', () => {
    const { batch } = planOf({
      remote: [remoteFolder(), remote('v1', { parent: 'f1' })],
      synced: [syncedFolder()],
      local: [localFolder({ path: `${ROOT}/Planos` })],
    });
    expect(batch).toEqual([
      toServer('f1', `${ROOT}/Planos`, LIBRARY, 'Planos'),
      download(`${ROOT}/Planos/Acta.docx`),
    ]);
  });

  test('a document that was renamed in a folder that leaves the disk is of its person, and stays', () => {
    const planos = { id: 'f2', name: 'Planos' };
    const path = `${ROOT}/Planos/Mia.docx`;
    const { batch } = planOf({
      remote: [remoteFolder(), remoteFolder({ ...planos, parent: 'f1' }), remote('v1', { parent: 'f2' })],
      synced: [
        syncedFolder({ stopped: true }),
        syncedFolder({ ...planos, identity: 'if2' }),
        synced('v1', { parent: 'f2' }),
      ],
      local: [localFolder({ path: `${ROOT}/Planos`, identity: 'if2' }), local('v1', { path })],
    });
    expect(batch).toEqual([toServer('r1', path, 'f2', 'Mia.docx')]);
  });

  test('has its new version outside of all libraries too', () => {
    const { batch } = planOf({
      remote: [remote('v2')],
      synced: [synced('v1')],
      local: [local('v1', { path: 'Acta.docx' })],
    });
    expect(batch).toEqual([download('Acta.docx')]);
  });

  test('has its new version while its new folder is being made', () => {
    const path = `${ROOT}/Nueva/Acta.docx`;
    const { batch } = planOf({
      remote: [remote('v2')],
      synced: [synced('v1')],
      local: [localFolder({ path: `${ROOT}/Nueva` }), local('v1', { path })],
    });
    expect(batch).toEqual([expect.objectContaining({ kind: 'create folder' }), download(path)]);
  });

  test('has its new version while it waits for a name', () => {
    const two = { id: 'r2', name: 'Otra.docx' };
    const tercera = `${ROOT}/Tercera.docx`;
    const { batch, unsettled } = planOf({
      remote: [remote('v2'), remote('v3', two)],
      synced: [synced('v1'), synced('v3', { ...two, identity: 'i2' })],
      local: [local('v1', { path: OTRA }), local('v3', { path: tercera, identity: 'i2' })],
    });
    expect(batch).toEqual([download(OTRA), toServer('r2', tercera, LIBRARY, 'Tercera.docx')]);
    expect(unsettled).toBe(true);
  });

  test('and one comes into a folder that both sides renamed alike', () => {
    const { batch } = planOf({
      remote: [remoteFolder({ name: 'Planos' }), remote('v1', { parent: 'f1' })],
      synced: [syncedFolder()],
      local: [localFolder({ path: `${ROOT}/Planos` })],
    });
    expect(batch).toEqual([
      expect.objectContaining({ kind: 'adopt folder', id: 'f1' }),
      download(`${ROOT}/Planos/Acta.docx`),
    ]);
  });

  test('of two that change names one takes a name that nothing here has either', () => {
    const two = { id: 'r2', name: 'Otra.docx' };
    const { batch } = planOf({
      remote: [remote('v1'), remote('v2', two)],
      synced: [synced('v1'), synced('v2', { ...two, identity: 'i2' })],
      local: [
        local('v1', { path: OTRA }),
        local('v2', { path: ACTA, identity: 'i2' }),
        local('x', { path: `${ROOT}/OTRA (2).docx`, identity: 'i3' }),
      ],
    });
    expect(batch).toContainEqual(toServer('r1', OTRA, LIBRARY, 'Otra (3).docx'));
  });

  test('into a folder that the server deleted, is sent for the server to decide', () => {
    const path = `${OBRAS}/Acta.docx`;
    const { batch } = planOf({
      remote: [remote('v1')],
      synced: [syncedFolder(), synced('v1')],
      local: [localFolder(), local('v1', { path })],
    });
    expect(batch).toEqual([toServer('r1', path, 'f1', 'Acta.docx')]);
  });

  const makesNueva = (library: string, path: string): Operation => ({
    kind: 'create folder',
    library,
    path,
    parent: library,
    name: 'Nueva',
    identity: 'if2',
  });

  test.each<[string, boolean, string, Operation]>([
    [
      'a folder with a document that may not be moved goes into a new folder of its library',
      false,
      ROOT,
      makesNueva(LIBRARY, `${ROOT}/Nueva`),
    ],
    [
      'a folder with such a document goes into no new folder of another library',
      false,
      'Org/Otra',
      { ...onDisk('Org/Otra/Nueva/Obras', OBRAS, 'f1'), refused: 'forbidden' } as Operation,
    ],
    [
      'a folder whose documents may be moved goes there',
      true,
      'Org/Otra',
      makesNueva('Otra', 'Org/Otra/Nueva'),
    ],
  ])('%s', (_, writable, library, operation) => {
    const path = `${library}/Nueva/Obras`;
    const place = { parent: 'f1', writable };
    const { batch } = planOf({
      remote: [remoteFolder(), remote('v1', place)],
      synced: [syncedFolder(), synced('v1', place)],
      local: [
        localFolder({ path: `${library}/Nueva`, identity: 'if2' }),
        localFolder({ path }),
        local('v1', { path: `${path}/Acta.docx` }),
      ],
      others: { Otra: {} },
    });
    expect(batch).toEqual([operation]);
  });
});
