import { describe, expect, test } from 'vitest';
import { UPLOAD_LIMIT_BYTES } from '#shared/platform/limits.ts';
import type { KeptBlockedItem } from '../../ports/journal.ts';
import {
  kinds,
  LIBRARY,
  local,
  localFolder,
  OBRAS,
  planOf,
  ROOT,
  remote,
  remoteFolder,
  type Setting,
  synced,
  syncedFolder,
} from '../../testing/planned.ts';
import { DEEPEST } from '../trees.ts';

/** Folders in each other, of which the first lies in the library. */
const nested = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    remoteFolder({ id: `f${at + 1}`, parent: at === 0 ? LIBRARY : `f${at}`, name: 'a' }),
  );

describe('the limits of what a disk can hold', () => {
  test('the deepest folder that is possible is made, and one in it is listed', () => {
    const possible = planOf({ remote: nested(DEEPEST) });
    expect(kinds(possible.batch)).toEqual(Array.from({ length: DEEPEST }, () => 'make folder'));
    expect(possible.blocked).toEqual([]);
    const tooDeep = planOf({ remote: nested(DEEPEST + 1) });
    expect(tooDeep.batch).toEqual(possible.batch);
    expect(tooDeep.blocked).toMatchObject([{ key: `f${DEEPEST + 1}`, reason: 'impossible' }]);
  });

  test('of folders in each other, and what lies in them, everything is listed', () => {
    const { batch, blocked } = planOf({
      remote: [
        remoteFolder({ parent: 'f2' }),
        remoteFolder({ id: 'f2', parent: 'f1', name: 'Planos' }),
        remote('v1', { parent: 'f1' }),
        remoteFolder({ id: 'f3', name: 'Sur' }),
      ],
      options: { onlineOnly: new Map([['another', true]]) },
    });
    expect(batch).toEqual([{ kind: 'make folder', id: 'f3', path: `${ROOT}/Sur` }]);
    expect(blocked.map(({ key, reason }) => [key, reason])).toEqual([
      ['f1', 'impossible'],
      ['f2', 'impossible'],
      ['r1', 'impossible'],
    ]);
  });

  test('the largest version that is possible is downloaded', () => {
    const version = { id: 'v1', number: 1, sha256: 'sha-v1', size: UPLOAD_LIMIT_BYTES };
    const { batch, blocked } = planOf({ remote: [remote('v1', { version })] });
    expect(kinds(batch)).toEqual(['download']);
    expect(blocked).toEqual([]);
  });
});

test('a document that others moved into a new folder follows once that folder is made', () => {
  const { batch } = planOf({
    remote: [remoteFolder(), remote('v1', { parent: 'f1' })],
    synced: [synced('v1')],
    local: [local('v1')],
  });
  expect(batch).toEqual([
    { kind: 'make folder', id: 'f1', path: OBRAS },
    { kind: 'move local', id: 'r1', from: `${ROOT}/Acta.docx`, to: `${OBRAS}/Acta.docx` },
  ]);
});

test('of two new folders whose names are one on some disks, the second waits with what is in it', () => {
  const { batch } = planOf({
    remote: [remoteFolder(), remoteFolder({ id: 'f2', name: 'OBRAS' }), remote('v1', { parent: 'f2' })],
  });
  expect(batch).toEqual([{ kind: 'make folder', id: 'f1', path: OBRAS }]);
});

test('a folder that could not be removed is removed when it is tried again, with what was put into it since', () => {
  const leftBehind: KeptBlockedItem = {
    key: 'if1',
    reason: 'left-behind',
    path: OBRAS,
    detail: 'EBUSY',
    localId: 'l',
  };
  const { batch } = planOf({
    synced: [syncedFolder()],
    local: [localFolder(), local('x', { path: `${OBRAS}/Mia.docx` })],
    options: { blocked: new Map([['if1', leftBehind]]), tryAgain: true },
  });
  expect(batch).toEqual([
    { kind: 'remove folder', id: 'f1', path: OBRAS, identity: 'if1', leftBehind: true },
  ]);
});

test('a folder that the server deleted goes, though a backup of its document is still in it', () => {
  const { batch } = planOf({
    synced: [syncedFolder(), synced('v1', { parent: 'f1' })],
    local: [localFolder(), local('x', { path: `${OBRAS}/Acta.bak`, identity: 'i2' })],
  });
  expect(batch).toEqual([
    { kind: 'remove folder', id: 'f1', path: OBRAS, identity: 'if1', leftBehind: false },
    { kind: 'forget', id: 'r1' },
  ]);
});

test('a new folder in a library that its person left is no copy of a document', () => {
  const { batch } = planOf({
    synced: [synced('v1')],
    local: [local('v1'), localFolder()],
    library: { left: true, canUpload: false },
  });
  expect(kinds(batch)).toEqual(['remove copy']);
});

describe('a document that was put into a folder that could not be removed', () => {
  const leftBehind: KeptBlockedItem = { key: 'if1', reason: 'left-behind', path: OBRAS, localId: 'l' };
  const inNew = (name: string): Setting => ({
    remote: [remote('v1', { name })],
    synced: [synced('v1', { name }), syncedFolder()],
    local: [
      localFolder(),
      localFolder({ path: `${OBRAS}/Nueva`, identity: 'if9' }),
      local('v1', { path: `${OBRAS}/Nueva/${name}`, name }),
    ],
    options: { blocked: new Map([['if1', leftBehind]]), tryAgain: true },
  });

  test('leaves it again, at any depth, before the folder is tried again', () => {
    const { batch } = planOf(inNew('Acta.docx'));
    expect(batch).toEqual([
      { kind: 'move local', id: 'r1', from: `${OBRAS}/Nueva/Acta.docx`, to: `${ROOT}/Acta.docx` },
    ]);
  });

  test('of its own name gets the name, and the folder another one', () => {
    const { batch } = planOf(inNew('Obras'));
    expect(batch).toEqual([{ kind: 'move local', id: 'f1', from: OBRAS, to: `${ROOT}/Obras (2)` }]);
  });
});
