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

const both: Setting = { remote: [remote('v1')], synced: [synced('v1')], local: [local('v1')] };
const originOf = (setting: Setting) => {
  const { origin } = planOf(setting);
  return { ...origin, records: [...(origin?.records ?? [])] };
};
const nothing = { records: [], others: false, refused: false, blocked: [] };

/** The next plan looks again at what this one had something to do for, and at nothing else (`planAgain`). */
describe('a plan says what caused it', () => {
  test.each<[string, Setting, Partial<ReturnType<typeof originOf>>]>([
    ['nothing, where all agree', both, {}],
    ['a document that changes', { ...both, remote: [remote('v2')] }, { records: ['r1'] }],
    [
      'a document that is waited for',
      { ...both, local: [local('x', { settled: false })] },
      { records: ['r1'] },
    ],
    ['a document that was given up', { ...both, remote: [] }, { records: ['r1'] }],
    ['a new file', { local: [local('x')] }, { others: true }],
    ['a new file that is waited for', { local: [local('x', { settled: false })] }, { others: true }],
    ['a folder', { remote: [remoteFolder()] }, { others: true }],
    [
      'what is listed, with the document that it concerns',
      { remote: [remote('v1')], local: [local('x', { locked: true })] },
      { blocked: ['r1', undefined] },
    ],
    [
      'two documents of which one must wait for the path of the other',
      { remote: [remote('v1'), remote('v2', { id: 'r2', name: 'acta.docx' })] },
      { records: ['r1', 'r2'], refused: true },
    ],
    [
      'a folder that leaves together with its documents',
      {
        remote: [
          remoteFolder(),
          remoteFolder({ id: 'f2', parent: 'f1', name: 'Planos' }),
          remote('v1', { parent: 'f2' }),
        ],
        synced: [
          syncedFolder({ stopped: true }),
          syncedFolder({ id: 'f2', name: 'Planos', identity: 'if2' }),
          synced('v1', { parent: 'f2' }),
        ],
        local: [
          localFolder({ path: `${ROOT}/Planos`, identity: 'if2' }),
          local('v1', { path: `${ROOT}/Planos/Acta.docx` }),
        ],
      },
      { records: ['r1'], others: true },
    ],
  ])('%s', (_name, setting, origin) => {
    expect(originOf(setting)).toEqual({ ...nothing, ...origin });
  });
});
