import { describe, expect, test } from 'vitest';
import type { KeptBlockedItem, VacatedPlace } from '../../ports/journal.ts';
import {
  kinds,
  LIBRARY,
  local,
  localFolder,
  PATH,
  planOf,
  ROOT,
  remote,
  remoteFolder,
  type Setting,
  synced,
  syncedFolder,
  tooLarge,
} from '../../testing/planned.ts';

const NOW_AT = `${ROOT}/Obras/Acta.docx`;
const place: VacatedPlace = { path: PATH, recordId: 'r1', at: 0, found: true };
const saved = local('v2', { identity: 'i2', stamp: 's2' });
const there = local('v1', { path: NOW_AT });
const moved = { parent: 'f1' };
const lateSaves = new Map([[PATH, place]]);

/** The engine moved the document into `Obras`, and a file came where it lay before. */
const setting = (more: Partial<Setting> = {}): Setting => ({
  remote: [remoteFolder(), remote('v1', moved)],
  synced: [syncedFolder(), synced('v1', moved)],
  local: [localFolder(), there, saved],
  ...more,
  options: { lateSaves, ...more.options },
});
const take = {
  kind: 'take save',
  id: 'r1',
  from: PATH,
  to: NOW_AT,
  expected: { identity: 'i2', stamp: 's2', sha256: 'sha-v2' },
  replaced: { identity: 'i1', stamp: 's1', sha256: 'sha-v1' },
};
const blocked = (key: string) =>
  new Map<string, KeptBlockedItem>([[key, { key, reason: 'refused', path: PATH, localId: 'l' }]]);

describe('a file where the engine has moved a document from', () => {
  test('takes the place of the document’s file', () => {
    expect(planOf(setting()).batch).toEqual([take]);
  });

  test('also where its person may make no documents there', () => {
    expect(planOf(setting({ library: { canUpload: false } })).batch).toEqual([take]);
  });

  test.each<[string, Partial<Setting>]>([
    [
      'the document may not be edited',
      { remote: [remoteFolder(), remote('v1', { ...moved, writable: false })] },
    ],
    [
      'the document was edited where it is',
      { local: [localFolder(), { ...there, sha256: 'sha-v3', settled: false }, saved] },
    ],
    ['the document’s file is missing', { local: [localFolder(), saved] }],
    [
      'the document’s file is open in an office program',
      { local: [localFolder(), { ...there, locked: true }, saved] },
    ],
    ['the document’s file is too large', { local: [localFolder(), { ...there, ...tooLarge }, saved] }],
    ['the document waits for its person', { options: { blocked: blocked('i1') } }],
    [
      'the server may not know the synced version',
      { synced: [syncedFolder(), synced('v1', { ...moved, unsure: true })] },
    ],
    ['nothing was moved from there', { options: { lateSaves: new Map() } }],
  ])('is a new document where %s', (_what, more) => {
    const { batch } = planOf(setting(more));
    expect(batch).toContainEqual(expect.objectContaining({ kind: 'create record', path: PATH }));
    expect(kinds(batch)).not.toContain('take save');
  });

  test('is no save where it is another name of the document’s own file', () => {
    const link = local('v1', { identity: 'i1' });
    expect(kinds(planOf(setting({ local: [localFolder(), there, link] })).batch)).not.toContain('take save');
  });

  test.each([
    ['is not settled', { ...saved, settled: false }],
    ['is being written', { ...saved, sha256: undefined }],
  ])('waits while it %s', (_what, file) => {
    const made = planOf(setting({ local: [localFolder(), there, file] }));
    expect(made.batch).toEqual([]);
    expect(made.unsettled).toBe(true);
  });

  test('waits while the save before it is being sent', () => {
    const sent = { ...there, identity: 'i3', stamp: 's3', sha256: 'sha-v3' };
    const options = {
      lateSaves: new Map([[PATH, { ...place, taken: 'sha-v3' }]]),
      busy: new Set(['r1', 'i3']),
    };
    const made = planOf(setting({ local: [localFolder(), sent, saved], options }));
    expect(made.batch).toEqual([]);
    expect(made.unsettled).toBe(true);
  });

  test('goes first where the server has put another document there', () => {
    const other = remote('w1', { id: 'r2', parent: LIBRARY });
    const made = planOf(setting({ remote: [remoteFolder(), remote('v1', moved), other] }));
    expect(made.batch).toEqual([take]);
    expect(made.unsettled).toBe(true);
  });

  test('goes first where the server has moved another document there', () => {
    const name = 'Otra.docx';
    const other = remote('w1', { id: 'r2', parent: LIBRARY });
    const made = planOf(
      setting({
        remote: [remoteFolder(), remote('v1', moved), other],
        synced: [
          syncedFolder(),
          synced('v1', moved),
          synced('w1', { id: 'r2', name, identity: 'i9', stamp: 's9' }),
        ],
        local: [
          localFolder(),
          there,
          saved,
          local('w1', { path: `${ROOT}/${name}`, identity: 'i9', stamp: 's9' }),
        ],
      }),
    );
    expect(made.batch).toEqual([take]);
    expect(made.unsettled).toBe(true);
  });
});
