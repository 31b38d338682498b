import { describe, expect, test } from 'vitest';
import {
  both,
  kinds,
  LIBRARY,
  local,
  localFolder,
  PATH,
  planOf,
  ROOT,
  remote,
  type Setting,
  synced,
  syncedFolder,
  tooLarge,
} from '../../testing/planned.ts';

const onlineOnly = { onlineOnly: new Map([[LIBRARY, true]]) };

/** What is done, and what is listed, of a document that something holds up. */
const HELD_UP: readonly [string, Setting, string[], string[], boolean][] = [
  ['edited and open', { ...both, local: [local('x', { locked: true })] }, [], ['locked'], false],
  ['edited and being written', { ...both, local: [local('x', { settled: false })] }, [], [], true],
  ['not hashed yet', { ...both, local: [local('x', { sha256: undefined })] }, [], [], true],
  [
    'not hashed yet, and open',
    { ...both, local: [local('x', { sha256: undefined, locked: true })] },
    [],
    ['locked'],
    false,
  ],
  ['larger than any version may be', { ...both, local: [local('x', tooLarge)] }, [], ['refused'], false],
  [
    'larger than any version may be, and gone from the server',
    { ...both, remote: [], local: [local('x', tooLarge)] },
    ['quarantine'],
    [],
    false,
  ],
  [
    'a new file larger than any version may be',
    { local: [local('x', { ...tooLarge, identity: 'i2' })] },
    [],
    ['refused'],
    false,
  ],
  [
    'a new file larger than any version may be, in the place of a document that comes',
    { remote: [remote('v1')], local: [local('x', { ...tooLarge, identity: 'i2' })] },
    ['set aside'],
    ['refused'],
    false,
  ],
  [
    'with a call under way',
    { ...both, remote: [remote('v2')], options: { busy: new Set(['r1']) } },
    [],
    [],
    false,
  ],
  [
    'gone from the server, with a call under way',
    { ...both, remote: [], options: { busy: new Set(['r1']) } },
    [],
    [],
    false,
  ],
  [
    'online only, and open',
    { ...both, local: [local('v1', { locked: true })], options: onlineOnly },
    [],
    ['locked'],
    false,
  ],
  ['online only, and gone from here', { ...both, local: [], options: onlineOnly }, ['forget'], [], false],
  [
    'gone from the server, and open',
    { ...both, remote: [], local: [local('v1', { locked: true })] },
    [],
    ['locked'],
    false,
  ],
  [
    'gone from the server, and not hashed yet',
    { ...both, remote: [], local: [local('x', { sha256: undefined })] },
    [],
    [],
    true,
  ],
  [
    'gone from the server, and being written',
    { ...both, remote: [], local: [local('x', { settled: false })] },
    [],
    [],
    true,
  ],
  [
    'of which the server may have lost a version, and says nothing new',
    { ...both, synced: [synced('v1', { unsure: true })], local: [local('x')] },
    ['upload version'],
    [],
    false,
  ],
  [
    'new at the server, where a link lies',
    { remote: [remote('v1')], options: { obstacles: [PATH] } },
    [],
    ['occupied'],
    false,
  ],
  [
    'new at the server, where a document lies that stays',
    {
      remote: [remote('v1')],
      synced: [synced('v2', { id: 'r2', unsure: true })],
      local: [local('v2')],
    },
    [],
    ['occupied', 'gone-after-restore'],
    false,
  ],
  [
    'new at the server, where a document lies that leaves',
    {
      remote: [remote('v1'), remote('v2', { id: 'r2', name: 'Otra.docx' })],
      synced: [synced('v2', { id: 'r2' })],
      local: [local('v2')],
    },
    ['move local'],
    [],
    false,
  ],
  [
    'new at the server, where a folder of its person lies',
    { remote: [remote('v1')], local: [localFolder({ path: PATH })] },
    ['set aside'],
    [],
    false,
  ],
  [
    'new at the server, where a kept copy lies',
    {
      remote: [remote('v1')],
      local: [local('x')],
      options: { blocked: new Map([['i1', { key: 'i1', reason: 'copy', path: PATH, localId: 'l' }]]) },
    },
    ['set aside'],
    ['copy'],
    false,
  ],
  [
    'new at the server, where two spellings of its name lie, of which one has its bytes',
    {
      remote: [remote('v1')],
      local: [local('x', { path: `${ROOT}/acta.docx`, identity: 'i2' }), local('v1')],
    },
    ['adopt'],
    [],
    false,
  ],
  [
    'saved anew with the same bytes',
    { ...both, local: [local('v1', { identity: 'i2' })] },
    ['adopt'],
    [],
    false,
  ],
  [
    'new at the server, where a file is being sent',
    { remote: [remote('v1')], local: [local('x')], options: { busy: new Set(['i1']) } },
    [],
    [],
    false,
  ],
  [
    'new at the server, where a file is being written',
    { remote: [remote('v1')], local: [local('x', { settled: false })] },
    [],
    [],
    true,
  ],
  [
    'new at the server, where a file is not hashed yet',
    { remote: [remote('v1')], local: [local('x', { sha256: undefined })] },
    [],
    [],
    true,
  ],
  [
    'new at the server, where a file is open and not hashed yet',
    { remote: [remote('v1')], local: [local('x', { sha256: undefined, locked: true })] },
    [],
    ['locked', 'locked'],
    false,
  ],
  [
    'of which somebody made a new version with the bytes that are here',
    {
      ...both,
      remote: [remote('v2', { version: { id: 'v2', number: 2, sha256: 'sha-v1', size: 3 } })],
    },
    ['adopt'],
    [],
    false,
  ],
  [
    'new at the server, where a file is open',
    { remote: [remote('v1')], local: [local('x', { locked: true })] },
    [],
    ['locked', 'locked'],
    false,
  ],
  ['new here, and being sent', { local: [local('x')], options: { busy: new Set(['i1']) } }, [], [], false],
  ['new here, and open', { local: [local('x', { locked: true })] }, [], ['locked'], false],
  ['new here, and being written', { local: [local('x', { settled: false })] }, [], [], true],
  [
    'new here, of a name that the server does not take',
    { local: [local('x', { path: `${ROOT}/a\u0007.docx` })] },
    [],
    ['name'],
    false,
  ],
  [
    'new here, in a folder of a name that the server does not take',
    { local: [localFolder({ path: `${ROOT}/a\u0007` }), local('x', { path: `${ROOT}/a\u0007/Acta.docx` })] },
    [],
    ['name'],
    false,
  ],
  [
    'new here, in a new folder',
    { local: [localFolder({ path: `${ROOT}/Nueva` }), local('x', { path: `${ROOT}/Nueva/Acta.docx` })] },
    ['create folder'],
    [],
    false,
  ],
  ['new here, outside of all libraries', { local: [local('x', { path: 'Acta.docx' })] }, [], [], false],
  [
    'new here, in a folder that the server has given up',
    { synced: [syncedFolder()], local: [localFolder(), local('x', { path: `${ROOT}/Obras/Acta.docx` })] },
    ['forget'],
    [],
    false,
  ],
];

describe('a document', () => {
  test.each(HELD_UP)('%s', (_name, setting, operations, reasons, unsettled) => {
    const made = planOf(setting);
    expect(kinds(made.batch)).toEqual(operations);
    expect(made.blocked.map(({ reason }) => reason)).toEqual(reasons);
    expect(made.unsettled).toBe(unsettled);
  });
});
