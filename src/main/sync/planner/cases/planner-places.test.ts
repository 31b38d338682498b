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
  type Setting,
  synced,
  syncedFolder,
} from '../../testing/planned.ts';
import type { Operation } from '../operations.ts';

const ACTA = `${ROOT}/Acta.docx`;
const OTRA = `${ROOT}/Otra.docx`;
const onDisk = (from: string, to: string, id = 'r1'): Operation => ({ kind: 'move local', id, from, to });
const download = (path: string) => expect.objectContaining({ kind: 'download', id: 'r1', path });

/** The document was renamed at the server, and has a new version there. */
const renamed: Setting = {
  remote: [remote('v2', { name: 'Otra.docx' })],
  synced: [synced('v1')],
  local: [local('v1')],
};
const occupied = (path: string, id: string) => ({ key: id, reason: 'occupied', path, recordId: id });

describe('what was moved at the server and cannot move here has its new version where it is', () => {
  test('where a link has its new name', () => {
    const { batch, blocked } = planOf({ ...renamed, options: { obstacles: [OTRA] } });
    expect(batch).toEqual([download(ACTA)]);
    expect(blocked).toMatchObject([occupied(OTRA, 'r1')]);
  });

  test('where a document that stays has its new name', () => {
    const other = { id: 'r2', name: 'Otra.docx' };
    const { batch, blocked } = planOf({
      ...renamed,
      synced: [synced('v1'), synced('v2', { ...other, identity: 'i2', unsure: true })],
      local: [local('v1'), local('v2', { path: OTRA, identity: 'i2' })],
    });
    expect(batch).toEqual([download(ACTA)]);
    expect(blocked).toMatchObject([occupied(OTRA, 'r1'), { reason: 'gone-after-restore' }]);
  });

  test('where a document that its person keeps here has its new name, and its own folder is online only', () => {
    const { batch, blocked } = planOf({
      remote: [...(renamed.remote ?? []), remoteFolder(), remote('v3', { id: 'r2', parent: 'f1' })],
      synced: [synced('v1'), synced('v3', { id: 'r2', name: 'Otra.docx', identity: 'i2' })],
      local: [local('v1'), local('v3', { path: OTRA, identity: 'i2' })],
      options: {
        onlineOnly: new Map([
          ['f1', true],
          ['r2', false],
        ]),
      },
    });
    expect(batch).toEqual([download(ACTA)]);
    expect(blocked).toMatchObject([occupied(OTRA, 'r1')]);
  });

  test('where the server gives its name to another document too', () => {
    const other = { id: 'r2', name: 'Otra.docx' };
    const { batch, blocked } = planOf({
      remote: [...(renamed.remote ?? []), remote('v2', other)],
      synced: [synced('v1'), synced('v2', { ...other, identity: 'i2' })],
      local: [local('v1'), local('v2', { path: OTRA, identity: 'i2' })],
    });
    expect(batch).toEqual([download(ACTA)]);
    expect(blocked).toMatchObject([occupied(OTRA, 'r1')]);
  });

  test('and is write-protected there, where it is open', () => {
    const { batch, blocked } = planOf({
      remote: [remote('v1', { name: 'Otra.docx', writable: false })],
      synced: [synced('v1')],
      local: [local('v1', { locked: true })],
    });
    expect(batch).toEqual([{ kind: 'set writable', id: 'r1', path: ACTA, writable: false }]);
    expect(blocked).toMatchObject([{ reason: 'locked', path: ACTA, recordId: 'r1' }]);
  });

  test('where its folder was moved into a folder that cannot leave it', () => {
    const planos = { id: 'f2', name: 'Planos' };
    const { batch, blocked } = planOf({
      remote: [remoteFolder({ parent: 'f2' }), remoteFolder(planos), remote('v1', { parent: 'f1' })],
      synced: [syncedFolder(), syncedFolder({ ...planos, parent: 'f1', identity: 'if2' })],
      local: [localFolder(), localFolder({ path: `${OBRAS}/Planos`, identity: 'if2' })],
      options: { obstacles: [`${ROOT}/Planos`] },
    });
    expect(batch).toEqual([download(`${OBRAS}/Acta.docx`)]);
    expect(blocked).toMatchObject([occupied(`${ROOT}/Planos`, 'f2')]);
  });

  test('where its person moved it, and has it open', () => {
    const { batch, blocked } = planOf({
      remote: [remote('v2')],
      synced: [synced('v1')],
      local: [local('v1', { path: OTRA, locked: true })],
    });
    expect(batch).toEqual([]);
    expect(blocked).toMatchObject([{ reason: 'locked', path: OTRA, recordId: 'r1' }]);
  });
});

describe('what was moved at the server', () => {
  test('and lies under both names after a crash, is moved to the end', () => {
    const both = [local('v1'), local('v1', { path: OTRA })];
    expect(planOf({ ...renamed, local: both }).batch).toEqual([onDisk(ACTA, OTRA)]);
  });

  test('has its new version after the file that gives way to it', () => {
    const stranger = local('x', { path: OTRA, identity: 'i2' });
    const { batch } = planOf({ ...renamed, local: [local('v1'), stranger] });
    expect(batch).toEqual([{ kind: 'set aside', path: OTRA, as: 'new file', recordId: 'r1' }]);
  });

  test('waits for a file in its place that is being written, also where that one may not be sent', () => {
    const { batch, blocked, unsettled } = planOf({
      ...renamed,
      local: [local('v1'), local('x', { path: OTRA, identity: 'i2', settled: false })],
      library: { canUpload: false },
    });
    expect(batch).toEqual([]);
    expect(blocked).toMatchObject([{ reason: 'no-role', path: OTRA }]);
    expect(unsettled).toBe(true);
  });

  test('to another spelling of its name, has a file of a third spelling give way', () => {
    const third = `${ROOT}/aCTA.docx`;
    const { batch } = planOf({
      remote: [remote('v1', { name: 'acta.docx' })],
      synced: [synced('v1')],
      local: [local('v1'), local('x', { path: third, identity: 'i2' })],
    });
    expect(batch).toEqual([{ kind: 'set aside', path: third, as: 'new file', recordId: 'r1' }]);
  });

  test('into a new folder of its own name, makes room for that folder, unless it is open', () => {
    const moved = (locked: boolean) =>
      planOf({
        remote: [remoteFolder({ name: 'Acta.docx' }), remote('v1', { parent: 'f1' })],
        synced: [synced('v1')],
        local: [local('v1', { locked })],
      });
    expect(moved(false).batch).toEqual([onDisk(ACTA, `${ROOT}/Acta (2).docx`)]);
    const open = moved(true);
    expect(open.batch).toEqual([]);
    // For the folder, and for itself.
    const item = { key: 'r1', reason: 'locked', path: ACTA, recordId: 'r1' };
    expect(open.blocked).toMatchObject([item, item]);
  });

  test('stays where its person has put it into a folder of that name', () => {
    const path = `${OBRAS}/Acta.docx`;
    const { batch } = planOf({
      remote: [remoteFolder(), remote('v1', { parent: 'f1' })],
      synced: [synced('v1')],
      local: [localFolder(), local('v1', { path })],
    });
    expect(batch).toEqual([
      { kind: 'adopt folder', id: 'f1', path: OBRAS, place: { parent: LIBRARY, name: 'Obras' } },
    ]);
  });

  test('brings what is new in a folder after that folder', () => {
    const { batch } = planOf({
      remote: [remoteFolder({ name: 'Planos' }), remote('v1', { parent: 'f1' })],
      synced: [syncedFolder()],
      local: [localFolder()],
    });
    expect(batch).toEqual([onDisk(OBRAS, `${ROOT}/Planos`, 'f1')]);
  });

  test('waits for a folder that leaves, though that one holds other documents', () => {
    const { batch } = planOf({
      remote: [remote('v1', { name: 'Obras' })],
      synced: [syncedFolder(), synced('v1'), synced('v2', { id: 'r2', parent: 'f1', identity: 'i2' })],
      local: [localFolder(), local('v1'), local('v2', { path: `${OBRAS}/Acta.docx`, identity: 'i2' })],
    });
    expect(batch).toEqual([expect.objectContaining({ kind: 'remove copy', id: 'r2' })]);
  });

  test('takes the name of the deleted folder that it lies in: that folder gets another one first', () => {
    const { batch } = planOf({
      remote: [remote('v1', { name: 'Obras' })],
      synced: [syncedFolder(), synced('v1', { parent: 'f1' })],
      local: [localFolder(), local('v1', { path: `${OBRAS}/Acta.docx` })],
    });
    expect(batch).toEqual([onDisk(OBRAS, `${ROOT}/Obras (2)`, 'f1')]);
  });

  test('waits for a name under which a program keeps another document while it saves', () => {
    const bak = `${ROOT}/Otra.bak`;
    const { batch, blocked, unsettled } = planOf({
      remote: [remote('v1', { name: 'Otra.bak' }), remote('v2', { id: 'r2', name: 'Otra.docx' })],
      synced: [synced('v1'), synced('v2', { id: 'r2', name: 'Otra.docx', identity: 'i2' })],
      local: [local('v1'), local('v2', { path: bak, identity: 'i2' })],
    });
    expect([batch, blocked, unsettled]).toEqual([[], [], true]);
  });
});

describe('what waits for each other', () => {
  test('a document steps aside under a name that nothing here has', () => {
    const two = { id: 'r2', name: 'Otra.docx' };
    const { batch } = planOf({
      remote: [remote('v1', { name: 'Otra.docx' }), remote('v2', { ...two, name: 'Acta.docx' })],
      synced: [synced('v1'), synced('v2', { ...two, identity: 'i2' })],
      local: [
        local('v1'),
        local('v2', { path: OTRA, identity: 'i2' }),
        local('x', { path: `${ROOT}/ACTA (2).docx`, identity: 'i3' }),
      ],
    });
    expect(batch).toContainEqual(onDisk(ACTA, `${ROOT}/Acta (3).docx`));
  });

  test('where one waits for a folder that is not made yet, the other one steps aside', () => {
    const inner = { id: 'f2', parent: 'f1', name: 'Planos' };
    const { batch } = planOf({
      remote: [
        remoteFolder(),
        remoteFolder(inner),
        remote('v1', { parent: 'f2' }),
        remote('v2', { id: 'r2' }),
      ],
      synced: [synced('v1'), synced('v2', { id: 'r2', name: 'Obras', identity: 'i2' })],
      local: [local('v1'), local('v2', { path: OBRAS, identity: 'i2' })],
    });
    expect(batch).toEqual([onDisk(OBRAS, `${ROOT}/Obras (2)`, 'r2')]);
  });

  test('one that waits for two others which change names does not step aside', () => {
    const of = (id: string, name: string) => ({ id, name });
    const file = (name: string, identity: string) => ({ path: `${ROOT}/${name}`, identity });
    const { batch } = planOf({
      remote: [remote('v0', of('r0', 'B')), remote('v1', of('r1', 'C')), remote('v2', of('r2', 'B'))],
      synced: [
        synced('v0', { ...of('r0', 'A'), identity: 'i0' }),
        synced('v1', of('r1', 'B')),
        synced('v2', { ...of('r2', 'C'), identity: 'i2' }),
      ],
      local: [local('v0', file('A', 'i0')), local('v1', file('B', 'i1')), local('v2', file('C', 'i2'))],
    });
    expect(batch).toEqual([onDisk(`${ROOT}/B`, `${ROOT}/B (2)`, 'r1')]);
  });
});
