import { expect, test } from 'vitest';
import type { LocalFile } from '../../planner/trees.ts';
import { local, ROOT, synced } from '../../testing/planned.ts';
import { unsentFiles } from './unsent.ts';

const ACTA = `${ROOT}/Acta.docx`;
/** What is unsent where the synced `Acta.docx` and another file lie here so. */
function unsent(here: Partial<LocalFile>, stays = false) {
  const acta = { ...local('v1'), ...here };
  return unsentFiles(
    new Map([[acta.path, acta]]),
    { synced: new Map([['r1', synced('v1')]]) },
    { idOf: new Map([[ACTA, 'r1']]) },
    () => stays,
  );
}

test.each<[string, Partial<LocalFile>, boolean?]>([
  ['is as it was synced', {}],
  ['has just been fetched', { settled: false, sha256: undefined }],
  ['has the same bytes again', { stamp: 's2' }],
  ['is a backup, and is never sent', { path: `${ROOT}/Acta.bak` }, true],
])('a file that %s is not unsent', (_, here, stays) => {
  expect(unsent(here, stays)).toEqual([]);
});

test.each<[string, Partial<LocalFile>]>([
  ['has other bytes', { stamp: 's2', sha256: 'sha-x' }],
  ['was not read yet', { stamp: 's2', sha256: undefined }],
  ['is still being written', { stamp: 's2', settled: false }],
  ['is new', { path: `${ROOT}/Nueva.docx` }],
])('one that %s is', (_, here) => {
  expect(unsent(here)).toEqual([here.path ?? ACTA]);
});
