import { describe, expect, test } from 'vitest';
import {
  LIBRARY,
  local,
  localFolder,
  planOf,
  ROOT,
  remoteFolder,
  type Setting,
  synced,
  syncedFolder,
} from '../../testing/planned.ts';
import type { EmptyFolder } from '../operations.ts';

const at = (path: string) => localFolder({ path: `${ROOT}/${path}`, identity: `i ${path}` });
const file = (path: string, more: Parameters<typeof local>[1] = {}) =>
  local('x', { path: `${ROOT}/${path}`, identity: `i ${path}`, ...more });
const said = (path: string, reason: EmptyFolder['reason'] = 'empty-folder'): EmptyFolder => ({
  path: `${ROOT}/${path}`,
  reason,
});

describe('a folder without documents is named until its first one', () => {
  test.each<[string, Setting, readonly EmptyFolder[]]>([
    ['an empty one', { local: [at('Obras')] }, [said('Obras')]],
    ['in one that the server has', obrasWith(at('Obras/Planos')), [said('Obras/Planos')]],
    [
      'of several in each other the outermost one',
      { local: [at('Obras'), at('Obras/2026'), at('Obras/2026/Mayo'), at('Otras')] },
      [said('Obras'), said('Otras')],
    ],
    [
      'beside a document',
      { local: [at('Obras'), at('Obras/Planos'), at('Obras/Actas'), file('Obras/Actas/Acta.docx')] },
      [said('Obras/Planos')],
    ],
    ['not with a document that is sent', { local: [at('Obras'), file('Obras/Acta.docx')] }, []],
    [
      'not with a file that is listed itself',
      { local: [at('Obras'), file('Obras/Acta.docx', { size: 0 })] },
      [],
    ],
    [
      'not with a document that was moved into it',
      {
        synced: [synced('v1')],
        local: [at('Obras'), local('v1', { path: `${ROOT}/Obras/Acta.docx` })],
      },
      [],
    ],
    ['not one that the server has', obrasWith(), []],
    ['one whose name differs from another only by case', obrasWith(at('OBRAS')), [said('OBRAS')]],
    [
      'not one whose documents are kept online only',
      {
        remote: [remoteFolder()],
        local: [localFolder()],
        options: { onlineOnly: new Map([[LIBRARY, true]]) },
      },
      [],
    ],
    [
      'not one that cannot be listed, nor those above it',
      {
        local: [at('Obras'), at('Obras/Cerrada'), at('Obras/Abierta')],
        options: { unseen: [`${ROOT}/Obras/Cerrada`] },
      },
      [said('Obras/Abierta')],
    ],
    [
      'where nobody of them may make folders, with that reason',
      { local: [at('Obras')], library: { canUpload: false } },
      [said('Obras', 'empty-folder-no-role')],
    ],
    ['not in a library that they left', { local: [at('Obras')], library: { left: true } }, []],
    [
      'not in a folder that was deleted on the server and stays for now',
      {
        synced: [syncedFolder()],
        local: [localFolder(), at('Obras/Planos')],
        options: {
          blocked: new Map([
            ['if1', { key: 'if1', localId: 'n1', reason: 'left-behind', path: `${ROOT}/Obras` }],
          ]),
        },
      },
      [],
    ],
  ])('%s', (_what, setting, wanted) => {
    expect(planOf(setting).emptyFolders).toEqual(wanted);
  });

  test('one whose name no server takes is blocked', () => {
    const { emptyFolders, blocked } = planOf({ local: [at('Obra\u0007')] });
    expect(emptyFolders).toEqual([]);
    expect(blocked.map(({ reason, path }) => [reason, path])).toEqual([['name', `${ROOT}/Obra\u0007`]]);
  });
});

function obrasWith(...more: ReturnType<typeof at>[]): Setting {
  return { remote: [remoteFolder()], synced: [syncedFolder()], local: [localFolder(), ...more] };
}
