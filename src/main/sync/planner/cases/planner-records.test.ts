import { describe, expect, test } from 'vitest';
import type { KeptBlockedItem } from '../../ports/journal.ts';
import {
  both,
  kinds,
  local,
  localFolder,
  PATH,
  planOf,
  ROOT,
  remoteFolder,
  type Setting,
  synced,
  syncedFolder,
  tooLarge,
} from '../../testing/planned.ts';

describe('a document', () => {
  test('larger than any version may be is listed with that reason, known or new', () => {
    const refused = [{ reason: 'refused', path: PATH, detail: 'too_large' }];
    expect(planOf({ ...both, local: [local('x', tooLarge)] }).blocked).toMatchObject(refused);
    expect(planOf({ local: [local('x', tooLarge)] }).blocked).toMatchObject(refused);
  });

  test('in a folder without default labels is announced, whatever its library has', () => {
    const inFolder: Setting = {
      synced: [syncedFolder()],
      local: [localFolder(), local('x', { path: `${ROOT}/Obras/Acta.docx` })],
    };
    const labelled = (folder: boolean, library: boolean) =>
      kinds(
        planOf({
          ...inFolder,
          remote: [remoteFolder({ hasDefaultLabels: folder })],
          library: { hasDefaultLabels: library },
        }).batch,
      );
    expect(labelled(false, true)).toEqual(['announce']);
    expect(labelled(true, false)).toEqual(['create record']);
  });

  test('that was refused is listed with its reason, until its bytes are others', () => {
    const refused: KeptBlockedItem = {
      key: 'i1',
      reason: 'refused',
      path: PATH,
      detail: 'invalid',
      recordId: 'r1',
      sha256: 'sha-x',
      localId: 'l',
    };
    const options = { blocked: new Map([['i1', refused]]) };
    const item = { reason: 'refused', path: PATH, recordId: 'r1', detail: 'invalid' };
    expect(planOf({ ...both, local: [local('x')], options })).toMatchObject({ batch: [], blocked: [item] });
    expect(planOf({ local: [local('x')], options })).toMatchObject({ batch: [], blocked: [item] });
    expect(kinds(planOf({ ...both, local: [local('y')], options }).batch)).toEqual(['upload version']);
    expect(kinds(planOf({ local: [local('y')], options }).batch)).toEqual(['create record']);
  });

  test('copied in a library that its person left goes after its copies, of which each is looked at', () => {
    const left = (more: Parameters<typeof local>[1], content = 'v1') =>
      planOf({
        synced: [synced('v1')],
        local: [local('v1'), local(content, { path: `${ROOT}/Copia.docx`, identity: 'i2', ...more })],
        library: { left: true, canUpload: false },
      });
    expect(kinds(left({}).batch)).toEqual(['remove stray']);
    expect(left({ sha256: undefined })).toMatchObject({ batch: [], unsettled: true });
    const growing = { sha256: undefined, settled: false };
    expect(left({ ...growing, size: 2 })).toMatchObject({ batch: [], unsettled: true });
    // What is never read, or is no copy whatever its bytes are, keeps nothing on the disk.
    for (const size of [4, 3 * 1024 ** 3]) {
      expect(kinds(left({ sha256: undefined, size }).batch)).toEqual(['remove copy']);
      expect(kinds(left({ ...growing, size }).batch)).toEqual(['remove copy']);
    }
    expect(kinds(left({ sha256: undefined, size: 2 }).batch)).toEqual(['remove copy']);
    const elsewhere = planOf({
      synced: [synced('v1')],
      local: [local('v1'), local('v1', { path: 'Org/lib2/Copia.docx', identity: 'i2' })],
      library: { left: true },
      others: { lib2: {} },
    });
    expect(kinds(elsewhere.batch)).toEqual(['remove copy', 'create record']);
    const empty = left({ size: 0 });
    for (const kept of [
      left({ locked: true }),
      left({ locked: true, sha256: undefined }),
      left({}, 'x'),
      empty,
    ])
      expect(kinds(kept.batch)).toEqual(['remove copy']);
  });
});
