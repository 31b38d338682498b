import { describe, expect, test } from 'vitest';
import {
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

describe('a content that waits for its time', () => {
  const waits: Setting = {
    remote: [remote('v1')],
    synced: [synced('v1')],
    local: [local('x')],
    options: { waiting: new Map([['r1', { sha256: 'sha-x' }]]) },
  };
  const obras = { remote: remoteFolder(), synced: syncedFolder(), local: localFolder() };

  test.each<[string, Setting, string[]]>([
    ['waits while nothing else happens', waits, []],
    ['is replaced by a later save', { ...waits, local: [local('y')] }, ['upload version']],
    [
      'waits on while a later save is being written',
      { ...waits, local: [local('y', { settled: false })] },
      [],
    ],
    ['waits on while a later save is open', { ...waits, local: [local('y', { locked: true })] }, []],
    [
      'waits on while a later save is not hashed',
      { ...waits, local: [local('y', { sha256: undefined })] },
      [],
    ],
    ['waits on where a later save is empty', { ...waits, local: [local('y', { size: 0 })] }, []],
    [
      'goes first where the server has another version',
      { ...waits, remote: [remote('v2')] },
      ['send waiting'],
    ],
    [
      'goes first where the server has another name',
      { ...waits, remote: [remote('v1', { name: 'Otra.docx' })] },
      ['send waiting'],
    ],
    [
      'goes first where the server has another folder',
      {
        ...waits,
        remote: [obras.remote, remote('v1', { parent: 'f1' })],
        synced: [obras.synced, synced('v1')],
        local: [obras.local, local('x')],
      },
      ['send waiting'],
    ],
    [
      'goes first where the document has another name here',
      { ...waits, local: [local('x', { path: `${ROOT}/Otra.docx` })] },
      ['send waiting'],
    ],
    [
      'goes first where the document lies in another folder here',
      {
        ...waits,
        remote: [obras.remote, remote('v1')],
        synced: [obras.synced, synced('v1')],
        local: [obras.local, local('x', { path: `${ROOT}/Obras/Acta.docx` })],
      },
      ['send waiting'],
    ],
    ['goes first where the document is gone here', { ...waits, local: [] }, ['send waiting']],
    ['goes first where the old bytes are back', { ...waits, local: [local('v1')] }, ['send waiting']],
    [
      'goes first where the right to write is gone',
      { ...waits, remote: [remote('v1', { writable: false })] },
      ['send waiting'],
    ],
    ['goes first where the server has given the document up', { ...waits, remote: [] }, ['send waiting']],
    [
      'goes first where the document is no longer known here',
      { ...waits, synced: [], local: [] },
      ['send waiting'],
    ],
  ])('%s', (_name, setting, operations) => {
    const made = planOf(setting);
    expect(made.batch).toEqual(operations.map((kind) => expect.objectContaining({ kind, id: 'r1' })));
    expect(made.blocked).toEqual([]);
  });

  test('is left alone while a call for it is under way', () => {
    expect(
      planOf({ ...waits, remote: [remote('v2')], options: { ...waits.options, busy: new Set(['r1']) } }),
    ).toMatchObject({ batch: [] });
  });
});

describe('a document that is not where it was', () => {
  const gone: Setting = { remote: [remote('v1')], synced: [synced('v1')], gone: ['r1'] };
  const copy = { path: `${ROOT}/Archivo.docx`, name: 'Archivo.docx', identity: 'another', size: 3 };

  test('waits for a file of its size that is not read yet: that may be its copy', () => {
    const plan = planOf({ ...gone, local: [local('v1', { ...copy, sha256: undefined })] });
    expect([plan.batch, plan.unsettled]).toEqual([[], true]);
  });

  test('waits for such a file in another library too', () => {
    const unread = local('v1', { ...copy, path: 'Org/lib2/Archivo.docx', sha256: undefined });
    const plan = planOf({ ...gone, local: [unread], others: { lib2: {} } });
    expect([plan.batch, plan.unsettled]).toEqual([[], true]);
  });

  test.each([
    ['another size', { ...copy, size: 4, sha256: undefined }],
    ['a program that holds it', { ...copy, locked: true, sha256: undefined }],
    ['other bytes', { ...copy, sha256: 'sha-x' }],
  ])('waits for none of %s', (_, other) => {
    const plan = planOf({ ...gone, local: [local('v1', other)] });
    expect(plan.batch).toContainEqual({ kind: 'stop', id: 'r1' });
  });
});
