import { describe, expect, test } from 'vitest';
import type { KeptBlockedItem } from '../../ports/journal.ts';
import {
  kinds,
  local,
  localFolder,
  OBRAS,
  planOf,
  ROOT,
  remoteFolder,
  syncedFolder,
} from '../../testing/planned.ts';

const PATH = `${OBRAS}/foto.dat`;
const refused: KeptBlockedItem = {
  key: 'i1',
  reason: 'refused',
  path: PATH,
  sha256: 'sha-x',
  asked: { parent: 'f1', name: 'foto.dat' },
  detail: 'file_kind',
  localId: 'l',
};
const blocked = (more: Partial<KeptBlockedItem> = {}) => ({
  blocked: new Map([['i1', { ...refused, ...more }]]),
});
const here = [localFolder(), local('x', { path: PATH })];

/** A file that the server refused, in a folder that a colleague deleted there since. */
describe('a refused file in a folder that the server does not have', () => {
  test('stays listed, and the folder is not made for it', () => {
    const { batch, blocked: items } = planOf({ local: here, options: blocked() });
    expect(batch).toEqual([]);
    expect(items).toMatchObject([{ key: 'i1', reason: 'refused', path: PATH, detail: 'file_kind' }]);
  });

  test('ends the folder on this side: nothing is removed, and nothing is sent', () => {
    const { batch } = planOf({ synced: [syncedFolder()], local: here, options: blocked() });
    expect(batch).toEqual([{ kind: 'forget', id: 'f1' }]);
  });

  test('with other bytes it is tried again, and so is one that was refused for the folder', () => {
    const edited = [localFolder(), local('y', { path: PATH })];
    expect(kinds(planOf({ local: edited, options: blocked() }).batch)).toEqual(['create folder']);
    for (const detail of ['not_found', 'invalid', 'conflict', 'forbidden', 'archived']) {
      const options = blocked({ detail });
      expect(kinds(planOf({ local: here, options }).batch)).toEqual(['create folder']);
    }
  });

  test('is asked for once more where the server has the folder again', () => {
    const setting = {
      remote: [remoteFolder({ id: 'f2' })],
      synced: [syncedFolder({ id: 'f2' })],
      local: here,
    };
    expect(kinds(planOf({ ...setting, options: blocked() }).batch)).toEqual(['create record']);
  });

  test('a program makes no folder at all', () => {
    const program = [localFolder(), local('x', { path: `${OBRAS}/instalador.exe` })];
    const { batch, blocked: items } = planOf({ local: program });
    expect(batch).toEqual([]);
    expect(items).toMatchObject([
      { reason: 'refused', path: `${OBRAS}/instalador.exe`, detail: 'file_kind' },
    ]);
  });
});

describe('a refused file in a folder that the server has', () => {
  const known = { remote: [remoteFolder()], synced: [syncedFolder()] };

  test('stays listed in the folder for which the server refused it', () => {
    const { batch, blocked: items } = planOf({ ...known, local: here, options: blocked() });
    expect(batch).toEqual([]);
    expect(items).toMatchObject([{ key: 'i1', reason: 'refused', path: PATH, detail: 'file_kind' }]);
  });

  test('is tried again under another name', () => {
    const renamed = [localFolder(), local('x', { path: `${OBRAS}/foto.pdf` })];
    const { batch } = planOf({ ...known, local: renamed, options: blocked() });
    expect(batch).toMatchObject([{ kind: 'create record', path: `${OBRAS}/foto.pdf` }]);
  });
});

test('whether a program is taken, in a folder that is there, is for the server to say', () => {
  const { batch, blocked: items } = planOf({ local: [local('x', { path: `${ROOT}/instalador.exe` })] });
  expect(kinds(batch)).toEqual(['create record']);
  expect(items).toEqual([]);
});

describe('new files in a folder of a name that the server does not take', () => {
  test('are one item, which says how many they are', () => {
    const odd = `${ROOT}/Nueva/a\u0007`;
    const { batch, blocked: items } = planOf({
      local: [
        localFolder({ path: `${ROOT}/Nueva` }),
        localFolder({ path: odd, identity: 'if2' }),
        localFolder({ path: `${ROOT}/b\u0007`, identity: 'if3' }),
        local('x', { path: `${odd}/Acta.docx` }),
        local('x', { path: `${ROOT}/b\u0007/Acta.docx`, identity: 'i2' }),
        local('x', { path: `${odd}/Otra.docx`, identity: 'i3' }),
      ],
    });
    expect(batch).toEqual([]);
    expect(items).toEqual([
      { key: 'if2', reason: 'name', path: odd, recordId: undefined, detail: undefined, inside: 2 },
      {
        key: 'if3',
        reason: 'name',
        path: `${ROOT}/b\u0007`,
        recordId: undefined,
        detail: undefined,
        inside: 1,
      },
    ]);
  });
});
