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
import type { SyncedFolder } from '../trees.ts';

const others = { Obra: {} };
const THERE = 'Org/Obra/Obras';
const ACTA = `${THERE}/Acta.docx`;
/** `Obras`, with one document, was moved to the library `Obra`. */
const moved: Setting = {
  remote: [remoteFolder(), remote('v1', { parent: 'f1' })],
  synced: [syncedFolder(), synced('v1', { parent: 'f1' })],
  local: [localFolder({ path: THERE }), local('v1', { path: ACTA })],
  others,
};
const left = syncedFolder({ identity: '', stopped: true, left: true });
const taken = { id: 'f2', library: 'Obra', parent: 'Obra', name: 'Obras' } as const;
const back = { kind: 'move local', id: 'f1', from: THERE, to: `${ROOT}/Obras`, refused: 'forbidden' };

describe('a folder that was moved to another library', () => {
  test('has another one take its place there', () => {
    expect(planOf(moved).batch).toEqual([
      {
        ...{ kind: 'rehome folder', id: 'f1', path: THERE, library: 'Obra', parent: 'Obra', name: 'Obras' },
        existing: undefined,
      },
    ]);
  });

  describe('under a name that another folder is leaving', () => {
    const other = (path: string): Setting => ({
      ...moved,
      remote: [...(moved.remote ?? []), remoteFolder(taken)],
      synced: [...(moved.synced ?? []), syncedFolder({ ...taken, identity: 'if2' })],
      local: [...(moved.local ?? []), localFolder({ path, identity: 'if2' })],
    });

    test('waits for that one', () => {
      const plan = planOf(other('Org/Obra/Obras viejas'));
      const leaves = expect.objectContaining({ kind: 'move remote', id: 'f2', name: 'Obras viejas' });
      expect([plan.batch, plan.unsettled]).toEqual([[leaves], true]);
    });

    test('waits for that one to be put into a new folder', () => {
      const setting = other('Org/Obra/Antes/Obras');
      const before = localFolder({ path: 'Org/Obra/Antes', identity: 'if3' });
      const plan = planOf({ ...setting, local: [...(setting.local ?? []), before] });
      expect([plan.batch, plan.unsettled]).toEqual([
        [expect.objectContaining({ kind: 'create folder', path: 'Org/Obra/Antes' })],
        true,
      ]);
    });
  });

  test('and until then nothing new of the server comes into it', () => {
    const setting = {
      ...moved,
      remote: [...(moved.remote ?? []), remote('v2', { id: 'r2', parent: 'f1', name: 'Nueva.docx' })],
    };
    expect(planOf(setting).batch).toMatchObject([{ kind: 'rehome folder', id: 'f1' }]);
  });

  test('its documents follow, one by one, and keep their history', () => {
    const setting = {
      ...moved,
      remote: [...(moved.remote ?? []), remoteFolder(taken)],
      synced: [left, syncedFolder(taken), synced('v1', { parent: 'f1' })],
    };
    expect(planOf(setting).batch).toEqual([
      { kind: 'move remote', id: 'r1', path: ACTA, library: 'Obra', parent: 'f2', name: 'Acta.docx' },
    ]);
  });

  test('is deleted on the server once it is empty', () => {
    const there = { library: 'Obra', parent: 'f2' };
    const setting = {
      remote: [remoteFolder(), remoteFolder(taken), remote('v1', there)],
      synced: [left, syncedFolder(taken), synced('v1', there)],
      local: moved.local ?? [],
      others,
    };
    expect(planOf(setting).batch).toEqual([{ kind: 'delete folder', id: 'f1' }]);
  });

  test('comes back with what the server did not let go', () => {
    const setting = {
      remote: [remoteFolder(), remoteFolder(taken), remote('v1', { parent: 'f1' })],
      synced: [left, syncedFolder(taken), synced('v1', { library: 'Obra', parent: 'f2' })],
      local: moved.local ?? [],
      others,
    };
    expect(planOf(setting).batch).toEqual([{ kind: 'forget', id: 'f1' }]);
  });

  test('goes back, and that is said, where its person may not move all of it', () => {
    expect(planOf({ ...moved, others: { Obra: { canUpload: false } } }).batch).toEqual([back]);
    const place = { parent: 'f1', writable: false };
    const readOnly = {
      remote: [remoteFolder(), remote('v1', place)],
      synced: [syncedFolder(), synced('v1', place)],
    };
    expect(planOf({ ...moved, ...readOnly }).batch).toEqual([back]);
  });

  test('gets another name where the server has a folder of its name that is known here', () => {
    const other = { ...taken, id: 'f3' };
    const setting = {
      ...moved,
      remote: [...(moved.remote ?? []), remoteFolder(other)],
      synced: [...(moved.synced ?? []), syncedFolder({ ...other, identity: 'if3', stopped: true })],
    };
    expect(planOf(setting).batch).toEqual([
      { kind: 'set aside', path: THERE, as: 'new file', recordId: undefined },
    ]);
  });

  describe('and left to be deleted on the server', () => {
    /** `Obras` has left; `Planos` is still in it at the server. */
    const inside = { id: 'f4', parent: 'f1', name: 'Planos' };
    const leaving = (inner: Partial<SyncedFolder>): Setting => ({
      remote: [remoteFolder(), remoteFolder(inside)],
      synced: [left, syncedFolder({ ...inside, identity: '', stopped: true, ...inner })],
      others,
    });

    test('waits for a folder in it that left too, which goes first', () => {
      expect(planOf(leaving({ left: true })).batch).toEqual([{ kind: 'delete folder', id: 'f4' }]);
    });

    test('comes back where a folder in it was only removed from this computer', () => {
      expect(planOf(leaving({})).batch).toEqual([{ kind: 'forget', id: 'f1' }]);
    });

    test('comes back where a colleague put a document into it', () => {
      const setting = { remote: [remoteFolder(), remote('v1', { parent: 'f1' })], synced: [left], others };
      expect(planOf(setting).batch).toEqual([{ kind: 'forget', id: 'f1' }]);
    });
  });
});
