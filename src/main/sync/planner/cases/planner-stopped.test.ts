import { describe, expect, test } from 'vitest';
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
} from '../../testing/planned.ts';

describe('a document that was removed from this computer and moved on the server', () => {
  /** It lay in `Obras`, which was deleted on the server after the document had left it. */
  const left: Setting = {
    remote: [remote('v1', { name: 'Acta final.docx' })],
    synced: [syncedFolder({ stopped: true }), synced('v1', { parent: 'f1', stopped: true })],
  };
  const follows = { kind: 'follow', id: 'r1', library: LIBRARY, parent: LIBRARY, name: 'Acta final.docx' };
  const forgets = (id: string) => ({ kind: 'forget', id });

  test('is known by its new place once the old one is gone', () => {
    expect(planOf(left).batch).toEqual(expect.arrayContaining([forgets('f1'), follows]));
  });

  test('keeps its old place while its folder is there: a file that is put back is recognized', () => {
    expect(planOf({ ...left, remote: [...(left.remote ?? []), remoteFolder()] }).batch).toEqual([]);
  });

  test('does not become what lies in its new place here', () => {
    const other = local('x', { path: `${ROOT}/Acta final.docx`, identity: 'i9' });
    expect(planOf({ ...left, local: [other] }).batch).not.toContainEqual(follows);
  });

  test('is forgotten where its new folder is not kept on this computer', () => {
    const into: Setting = {
      remote: [
        remoteFolder({ id: 'f2', name: 'Archivo' }),
        remoteFolder({ id: 'f3', parent: 'f2' }),
        remote('v1', { parent: 'f3' }),
      ],
      synced: [
        syncedFolder({ id: 'f2', name: 'Archivo', identity: 'if2', stopped: true }),
        ...(left.synced ?? []),
      ],
    };
    const { batch } = planOf(into);
    expect(batch).toContainEqual(forgets('r1'));
    expect(batch).not.toContainEqual(expect.objectContaining({ kind: 'download' }));
  });

  test('is forgotten where its own folder left this computer for one that is not kept here', () => {
    const archive = { id: 'f2', name: 'Archivo' };
    const { batch } = planOf({
      remote: [remoteFolder(archive), remoteFolder({ parent: 'f2' }), remote('v1', { parent: 'f1' })],
      synced: [
        syncedFolder({ ...archive, identity: 'if2', stopped: true }),
        synced('v1', { parent: 'f1', stopped: true }),
      ],
    });
    expect(batch).toEqual([forgets('r1')]);
  });

  test('follows into a folder that was removed here too', () => {
    const archive = { id: 'f2', name: 'Archivo' };
    const { batch } = planOf({
      remote: [remoteFolder(archive), remote('v1', { parent: 'f2' })],
      synced: [...(left.synced ?? []), syncedFolder({ ...archive, identity: 'if2', stopped: true })],
    });
    expect(batch).toContainEqual({ ...follows, parent: 'f2', name: 'Acta.docx' });
  });

  test('waits for a folder that is only being made here', () => {
    const { batch } = planOf({
      ...left,
      remote: [remoteFolder({ id: 'f2', name: 'Archivo' }), remote('v1', { parent: 'f2' })],
    });
    expect(batch).toEqual(
      expect.arrayContaining([{ kind: 'make folder', id: 'f2', path: `${ROOT}/Archivo` }]),
    );
    expect(batch).not.toContainEqual(forgets('r1'));
  });

  describe('whose old place another one has on the server', () => {
    const old = { ...syncedFolder({ stopped: true }) };
    const renamed = remoteFolder({ name: 'Obras viejas' });
    const fresh = remoteFolder({ id: 'f2', name: 'Obras' });
    const place = { library: LIBRARY, parent: LIBRARY };

    test('follows, and does not become that one', () => {
      const { batch } = planOf({ remote: [renamed, fresh], synced: [old] });
      expect(batch).toEqual([
        { kind: 'follow', id: 'f1', ...place, name: 'Obras viejas' },
        { kind: 'make folder', id: 'f2', path: `${ROOT}/Obras` },
      ]);
    });

    test('is not found in the folder of the other, nor in its document', () => {
      const made = syncedFolder({ id: 'f2', name: 'Obras', identity: 'if2' });
      const local = [localFolder({ identity: 'if2' })];
      const { batch } = planOf({ remote: [renamed, fresh], synced: [old, made], local });
      expect(batch).toEqual([{ kind: 'follow', id: 'f1', ...place, name: 'Obras viejas' }]);
    });

    test('a document does so too', () => {
      const other = remote('v2', { id: 'r2' });
      const { batch } = planOf({
        remote: [remote('v1', { name: 'Acta vieja.docx' }), other],
        synced: [synced('v1', { stopped: true })],
      });
      expect(batch).toContainEqual({ kind: 'follow', id: 'r1', ...place, name: 'Acta vieja.docx' });
    });
  });

  describe('that others gave the name of a folder of its person', () => {
    const old = syncedFolder({ stopped: true });
    const renamed = remoteFolder({ name: 'Planos' });
    const own = localFolder({ path: `${ROOT}/Planos`, name: 'Planos', identity: 'own' });

    test('follows, and is that one from then on', () => {
      const place = { library: LIBRARY, parent: LIBRARY, name: 'Planos' };
      const { batch } = planOf({ remote: [renamed], synced: [old], local: [own] });
      expect(batch).toEqual([{ kind: 'follow', id: 'f1', ...place }]);
      const next = planOf({ remote: [renamed], synced: [{ ...old, ...place }], local: [own] });
      expect(next.batch).toMatchObject([{ kind: 'adopt folder', id: 'f1', path: own.path }]);
    });

    test('stays as it is where that one is another folder of the server', () => {
      const other = syncedFolder({ id: 'f2', name: 'Planos', identity: 'own' });
      const { batch } = planOf({
        remote: [renamed, remoteFolder({ id: 'f2', name: 'Actas' })],
        synced: [old, other],
        local: [own],
      });
      expect(batch.map(({ kind }) => kind)).toEqual(['move local']);
    });
  });

  test('is not kept from it by a folder of its name', () => {
    const name = 'Acta final.docx';
    const own = localFolder({ path: `${ROOT}/${name}`, name, identity: 'own' });
    const { batch } = planOf({ ...left, local: [own] });
    expect(batch).toContainEqual(follows);
  });

  test('of two folders that changed places in each other, the inner one follows first: no folder lies in itself', () => {
    const remoteTree = [
      remoteFolder({ id: 'f2', name: 'Uno' }),
      remoteFolder({ id: 'f1', name: 'Obras', parent: 'f2' }),
      remoteFolder({ id: 'f9', name: 'Obras' }),
    ];
    const outer = syncedFolder({ stopped: true });
    const inner = syncedFolder({ id: 'f2', name: 'Planos', parent: 'f1', identity: 'if2', stopped: true });
    const of = (...known: Setting['synced'] & object) =>
      planOf({ remote: remoteTree, synced: known }).batch.filter(({ kind }) => kind === 'follow');
    const innerFollows = { kind: 'follow', id: 'f2', library: LIBRARY, parent: LIBRARY, name: 'Uno' };
    expect(of(outer, inner)).toEqual([innerFollows]);
    const next = of(outer, { ...inner, parent: LIBRARY, name: 'Uno' });
    expect(next).toEqual([{ kind: 'follow', id: 'f1', library: LIBRARY, parent: 'f2', name: 'Obras' }]);
  });

  test('a folder follows too', () => {
    const folder = { id: 'f2', name: 'Planos' };
    const { batch } = planOf({
      remote: [remoteFolder(folder)],
      synced: [
        syncedFolder({ stopped: true }),
        syncedFolder({ ...folder, parent: 'f1', identity: 'if2', stopped: true }),
      ],
    });
    expect(batch).toContainEqual({ kind: 'follow', library: LIBRARY, parent: LIBRARY, ...folder });
  });
});
