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
import type { LocalFile, RemoteRecord } from './trees.ts';

const ACTA = `${ROOT}/Acta.docx`;
const second = { id: 'r2', name: 'Otra.docx' };

/** `Otra.docx` was renamed here to `Acta.docx`, the name that `r1` has at the server. */
const takesActa = (one: Setting): Setting => ({
  ...one,
  remote: [...(one.remote ?? []), remote('v2', second)],
  synced: [...(one.synced ?? []), synced('v2', { ...second, identity: 'i2' })],
  local: [...(one.local ?? []), local('v2', { path: ACTA, identity: 'i2' })],
});
const sent = {
  kind: 'move remote',
  id: 'r2',
  path: ACTA,
  library: LIBRARY,
  parent: LIBRARY,
  name: 'Acta.docx',
};

describe('a new file or folder under the first name of a chain of renames', () => {
  /** `Acta.docx` was renamed to `Otra.docx`, and that one to `Tercera.docx`. */
  const chain: Setting = {
    remote: [remote('v1'), remote('v2', second)],
    synced: [synced('v1'), synced('v2', { ...second, identity: 'i2' })],
    local: [
      local('v1', { path: `${ROOT}/Otra.docx` }),
      local('v2', { path: `${ROOT}/Tercera.docx`, identity: 'i2' }),
    ],
  };
  const last = expect.objectContaining({ kind: 'move remote', id: 'r2', name: 'Tercera.docx' });

  test.each([
    ['a file', [local('nuevo', { path: ACTA, identity: 'i3' })]],
    [
      'a folder',
      [
        localFolder({ path: ACTA, identity: 'i3' }),
        local('x', { path: `${ROOT}/Acta.docx/x.txt`, identity: 'i4' }),
      ],
    ],
  ])('%s waits until all of them have moved', (_, fresh) => {
    const { batch, unsettled } = planOf({ ...chain, local: [...(chain.local ?? []), ...fresh] });
    expect(batch).toEqual([last]);
    expect(unsettled).toBe(true);
  });
});

describe('a document that takes the name of one that was edited and renamed here', () => {
  const edited = (there: Partial<RemoteRecord>, here: Partial<LocalFile>, options = {}) =>
    planOf(
      takesActa({
        remote: [remote('v1', there)],
        synced: [synced('v1')],
        local: [local('x', { path: `${ROOT}/Tercera.docx`, ...here })],
        options,
      }),
    );
  const refused: KeptBlockedItem = {
    key: 'i1',
    reason: 'refused',
    path: ACTA,
    sha256: 'sha-x',
    localId: 'l',
  };

  test('waits until that one is sent and renamed', () => {
    const { batch, unsettled } = edited({}, {});
    expect(batch).toEqual([expect.objectContaining({ kind: 'upload version', id: 'r1' })]);
    expect(unsettled).toBe(true);
  });

  test('waits where that one is open, but has nothing to be sent', () => {
    const { batch, unsettled } = edited({}, { sha256: 'sha-v1', locked: true });
    expect(batch).toEqual([]);
    expect(unsettled).toBe(true);
  });

  test.each<[string, Partial<RemoteRecord>, Partial<LocalFile>, object?]>([
    ['may not be edited', { writable: false }, {}],
    ['is open', {}, { locked: true }],
    ['was emptied', {}, { size: 0 }],
    ['was refused', {}, {}, { blocked: new Map([['i1', refused]]) }],
  ])('does not wait where that one %s', (_name, there, here, options) => {
    const { batch, unsettled } = edited(there, here, options);
    expect(batch).toContainEqual(sent);
    expect(unsettled).toBe(false);
  });
});

describe('a document that takes the name of one that does not leave it', () => {
  const mine = { path: `${ROOT}/Mia.docx` };

  test('is sent where a colleague gave that name to another one', () => {
    const renamed = {
      remote: [remote('v1')],
      synced: [synced('v1', { name: 'Vieja.docx' })],
      local: [local('v1', mine)],
    };
    expect(planOf(takesActa(renamed)).batch).toEqual([sent]);
  });

  test('is sent where a colleague moved another one of that name there', () => {
    const moved = {
      remote: [remoteFolder(), remote('v1')],
      synced: [syncedFolder(), synced('v1', { parent: 'f1' })],
      local: [localFolder(), local('v1', { path: `${ROOT}/Obras/Mia.docx` })],
    };
    expect(planOf(takesActa(moved)).batch).toEqual([sent]);
  });

  test('is sent where that one has another spelling of it', () => {
    const { batch, unsettled } = planOf({
      remote: [remote('v1'), remote('v2', second)],
      synced: [synced('v1'), synced('v2', { ...second, identity: 'i2' })],
      local: [local('v1'), local('v2', { path: `${ROOT}/acta.docx`, identity: 'i2' })],
    });
    expect(batch).toEqual([{ ...sent, path: `${ROOT}/acta.docx`, name: 'acta.docx' }]);
    expect(unsettled).toBe(false);
  });

  test('is sent where only upper and lower case of its own name changed', () => {
    const { batch } = planOf({
      remote: [remote('v1')],
      synced: [synced('v1')],
      local: [local('v1', { path: `${ROOT}/acta.docx` })],
    });
    expect(batch).toEqual([{ ...sent, id: 'r1', path: `${ROOT}/acta.docx`, name: 'acta.docx' }]);
  });
});

/** `Obras` holds `Planos` at the server; here it is the other way round. */
const turned = (obras: string, planos: string): Setting => ({
  remote: [remoteFolder(), remoteFolder({ id: 'f2', parent: 'f1', name: 'Planos' })],
  synced: [syncedFolder(), syncedFolder({ id: 'f2', parent: 'f1', name: 'Planos', identity: 'if2' })],
  local: [localFolder({ path: obras }), localFolder({ path: planos, identity: 'if2' })],
});

describe('a folder that was moved into one that it holds at the server', () => {
  test('is sent, for the server to decide, where a colleague moved that one into it meanwhile', () => {
    const path = `${ROOT}/Planos/Obras`;
    const setting = {
      ...turned(path, `${ROOT}/Planos`),
      synced: [syncedFolder(), syncedFolder({ id: 'f2', name: 'Planos', identity: 'if2' })],
    };
    expect(planOf(setting).batch).toEqual([{ ...sent, id: 'f1', path, parent: 'f2', name: 'Obras' }]);
  });

  test('makes room where a new folder around them has its name', () => {
    const path = `${ROOT}/Obras/Planos/Viejas`;
    const setting = turned(path, `${ROOT}/Obras/Planos`);
    const around = localFolder({ identity: 'if3' });
    const { batch } = planOf({ ...setting, local: [around, ...(setting.local ?? [])] });
    expect(batch).toEqual([{ ...sent, id: 'f1', path, name: 'Obras (2)' }]);
  });

  test('waits with the one that takes its name until the new folder around them is made', () => {
    const setting = turned(`${ROOT}/Nueva/Planos/Obras`, `${ROOT}/Nueva/Planos`);
    const third = { id: 'f3', name: 'Sur' };
    const { batch, unsettled } = planOf({
      remote: [...(setting.remote ?? []), remoteFolder(third)],
      synced: [...(setting.synced ?? []), syncedFolder({ ...third, identity: 'if3' })],
      local: [
        ...(setting.local ?? []),
        localFolder({ path: `${ROOT}/Nueva`, identity: 'if4' }),
        localFolder({ identity: 'if3' }),
      ],
    });
    const nueva = { path: `${ROOT}/Nueva`, library: LIBRARY, parent: LIBRARY, name: 'Nueva' };
    expect(batch).toEqual([{ kind: 'create folder', ...nueva }]);
    expect(unsettled).toBe(true);
  });
});
