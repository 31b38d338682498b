import { describe, expect, test } from 'vitest';
import type { KeptBlockedItem } from '../../ports/journal.ts';
import {
  expectPlanSummary,
  LIBRARY,
  local,
  localFolder,
  onDisk,
  type PlanSummary,
  planOf,
  ROOT,
  remote,
  remoteFolder,
  type Setting,
  synced,
  syncedFolder,
} from '../../testing/planned.ts';

const ACTA = `${ROOT}/Acta.docx`;
const OTRA = `${ROOT}/Otra.docx`;

/** The document was renamed at the server. */
const renamedThere: Setting = {
  remote: [remote('v1', { name: 'Otra.docx' })],
  synced: [synced('v1')],
  local: [local('v1')],
};
const obras = { remote: [remoteFolder()], synced: [syncedFolder()], local: [localFolder()] };

/** A stranger, and a document that waits for its person, where the document belongs now. */
const strange = (more = {}) => ({ path: OTRA, identity: 'i9', ...more });
const kept: KeptBlockedItem = { key: 'i9', reason: 'copy', path: OTRA, localId: 'l' };

describe('moved at the server', () => {
  test.each<[string, Setting, PlanSummary]>([
    ['it moves here', renamedThere, { batch: [onDisk(ACTA, OTRA)] }],
    [
      'into a folder that is here it moves there',
      {
        remote: [...obras.remote, remote('v1', { parent: 'f1' })],
        synced: [...obras.synced, synced('v1')],
        local: [...obras.local, local('v1')],
      },
      { batch: [onDisk(ACTA, `${ROOT}/Obras/Acta.docx`)] },
    ],
    [
      'into a folder that is online only it stays, and has its new bytes',
      {
        remote: [remoteFolder(), remote('v2', { parent: 'f1' })],
        synced: [synced('v1')],
        local: [local('v1')],
        options: {
          onlineOnly: new Map([
            ['f1', true],
            ['r1', false],
          ]),
        },
      },
      {
        batch: [
          {
            kind: 'download',
            id: 'r1',
            path: ACTA,
            place: { library: LIBRARY, parent: LIBRARY },
            version: { id: 'v2', number: 1, sha256: 'sha-v2', size: 3 },
            writable: true,
            expected: { identity: 'i1', stamp: 's1', sha256: 'sha-v1' },
          },
        ],
      },
    ],
    [
      'it is open here: it stays, and is listed',
      { ...renamedThere, local: [local('v1', { locked: true })] },
      { blocked: [['locked', ACTA, 'r1']] },
    ],
    [
      'a link has its new name: it stays, and is listed',
      { ...renamedThere, options: { obstacles: [OTRA] } },
      { blocked: [['occupied', OTRA, 'r1']] },
    ],
    [
      'a new file has its new name: that one gives way',
      { ...renamedThere, local: [local('v1'), local('x', strange())] },
      { batch: [{ kind: 'set aside', path: OTRA, as: 'new file', recordId: 'r1' }] },
    ],
    [
      'a kept copy has its new name: it gives way and stays a copy',
      {
        ...renamedThere,
        local: [local('v1'), local('x', strange())],
        options: { blocked: new Map([['i9', kept]]) },
      },
      {
        batch: [{ kind: 'set aside', path: OTRA, as: 'copy', recordId: 'r1' }],
        blocked: [['copy', OTRA, undefined]],
      },
    ],
    [
      'a new folder has its new name: that one gives way',
      { ...renamedThere, local: [local('v1'), localFolder({ path: OTRA, identity: 'i9' })] },
      { batch: [{ kind: 'set aside', path: OTRA, as: 'new file', recordId: 'r1' }] },
    ],
    [
      'a new file that is open has its new name: both wait',
      { ...renamedThere, local: [local('v1'), local('x', strange({ locked: true }))] },
      {
        blocked: [
          ['locked', OTRA, 'r1'],
          ['locked', OTRA, undefined],
        ],
      },
    ],
    [
      'a new file that is being written has its new name: both wait',
      { ...renamedThere, local: [local('v1'), local('x', strange({ settled: false }))] },
      { unsettled: true },
    ],
    [
      'a document that leaves has its new name: it waits for that one',
      {
        remote: [remote('v1', { name: 'Otra.docx' }), remote('v2', { id: 'r2', name: 'Tercera.docx' })],
        synced: [synced('v1'), synced('v2', { id: 'r2', name: 'Otra.docx', identity: 'i9' })],
        local: [local('v1'), local('v2', strange())],
      },
      { batch: [onDisk(OTRA, `${ROOT}/Tercera.docx`, 'r2')] },
    ],
    [
      'a document that stays has its new name: it is listed',
      {
        remote: [remote('v1', { name: 'Otra.docx' })],
        synced: [synced('v1'), synced('v2', { id: 'r2', name: 'Otra.docx', identity: 'i9', unsure: true })],
        local: [local('v1'), local('v2', strange())],
      },
      {
        blocked: [
          ['occupied', OTRA, 'r1'],
          ['gone-after-restore', OTRA, 'r2'],
        ],
      },
    ],
    [
      'moved here too, to the same name, it is agreed upon',
      { ...renamedThere, local: [local('v1', { path: OTRA })] },
      {
        batch: [
          {
            kind: 'adopt',
            id: 'r1',
            path: OTRA,
            expected: { identity: 'i1', stamp: 's1', sha256: 'sha-v1' },
            place: { parent: LIBRARY, name: 'Otra.docx' },
          },
        ],
      },
    ],
    [
      'moved here too, to another name, the server’s stands',
      { ...renamedThere, local: [local('v1', { path: `${ROOT}/Mia.docx` })] },
      { batch: [onDisk(`${ROOT}/Mia.docx`, OTRA)] },
    ],
  ])('%s', expectPlanSummary);

  test('of three that wait for each other in a circle one steps aside, unless it is open', () => {
    const names = ['A.docx', 'B.docx', 'C.docx'];
    const circle = (locked: boolean): Setting => ({
      remote: names.map((_name, at) => remote(`v${at}`, { id: `r${at}`, name: names[(at + 1) % 3] ?? '' })),
      synced: names.map((name, at) => synced(`v${at}`, { id: `r${at}`, name, identity: `i${at}` })),
      local: names.map((name, at) =>
        local(`v${at}`, { path: `${ROOT}/${name}`, identity: `i${at}`, locked: locked && at === 0 }),
      ),
    });
    expect(planOf(circle(false)).batch).toEqual([onDisk(`${ROOT}/A.docx`, `${ROOT}/A (2).docx`, 'r0')]);
    const open = planOf(circle(true));
    expect(open.batch).toEqual([]);
    expect(open.blocked).toMatchObject([{ reason: 'locked', key: 'r0', recordId: 'r0' }]);
  });

  test('a folder waits while a program saves a document in it', () => {
    const acta = { path: `${ROOT}/Obras/Acta.docx`, name: 'Acta.docx' };
    const before = {
      remote: [remoteFolder({ name: 'OBRAS' }), remote('v1', { parent: 'f1' })],
      synced: [syncedFolder(), synced('v1', { parent: 'f1' })],
    };
    const backup = local('v1', { path: `${ROOT}/Obras/Acta.bak` });
    const saving = planOf({ ...before, local: [localFolder(), backup] });
    expect([saving.batch, saving.unsettled]).toEqual([[], true]);
    const saved = planOf({
      ...before,
      local: [localFolder(), backup, local('v2', { ...acta, identity: 'i2' })],
    });
    expect(saved.batch).toContainEqual(onDisk(`${ROOT}/Obras`, `${ROOT}/OBRAS`, 'f1'));
  });
});
