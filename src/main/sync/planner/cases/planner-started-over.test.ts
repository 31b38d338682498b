import { describe, expect, test } from 'vitest';
import {
  kinds,
  local,
  localFolder,
  OBRAS,
  PATH,
  planOf,
  ROOT,
  remote,
  remoteFolder,
  syncedFolder,
} from '../../testing/planned.ts';

const EARLIER = `${ROOT}/Acta antigua.docx`;
const library = { settledOnce: false, startedOver: 5000 };

describe('a folder that a backup brought, after its person said to begin anew', () => {
  test('a document under the name that it had then is moved to its place, and not fetched', () => {
    const found = local('x', { path: EARLIER });
    const { batch } = planOf({ remote: [remote('x')], local: [found], library });
    const { identity, stamp } = found;
    expect(batch).toEqual([
      { kind: 'take', id: 'r1', from: EARLIER, to: PATH, expected: { identity, stamp, sha256: 'sha-x' } },
    ]);
  });

  test('with other bytes it waits, and the document is fetched', () => {
    const found = local('antes', { path: EARLIER });
    const { batch } = planOf({ remote: [remote('x')], local: [found], library });
    expect(kinds(batch)).toEqual(['download', 'sort']);
    expect(batch[1]).toEqual({
      ...{ kind: 'sort', path: EARLIER, identity: found.identity },
      ...{ sha256: 'sha-antes', since: 5000 },
    });
  });

  test('what waits is no document by itself, whatever its person may do there', () => {
    const found = local('antes', { path: EARLIER });
    const item = { key: found.identity, reason: 'only-here', path: EARLIER, localId: 'l' } as const;
    const options = { blocked: new Map([[found.identity, item]]) };
    for (const canUpload of [true, false]) {
      // Both sides were compared since.
      const plan = planOf({ local: [found], options, library: { canUpload } });
      expect(plan.batch).toEqual([]);
      expect(plan.blocked).toMatchObject([{ reason: 'only-here', path: EARLIER }]);
    }
  });

  test('what its person wrote since becomes a document', () => {
    const found = local('nuevo', { path: EARLIER });
    const item = {
      key: found.identity,
      reason: 'refused',
      again: true,
      path: EARLIER,
      localId: 'l',
    } as const;
    const options = { blocked: new Map([[found.identity, item]]) };
    expect(kinds(planOf({ local: [found], options, library }).batch)).toEqual(['create record']);
  });

  test('a file that was not read yet is waited for, where it may be the document', () => {
    const unread = local('x', { path: EARLIER, sha256: undefined });
    const plan = planOf({ remote: [remote('x')], local: [unread], library });
    expect(plan.unsettled).toBe(true);
    expect(plan.batch).toEqual([]);
    const other = planOf({ remote: [remote('x')], local: [{ ...unread, size: 9 }], library });
    expect(kinds(other.batch)).toEqual(['download']);
    const inPlace = planOf({ remote: [remote('x')], local: [local('x', { sha256: undefined })], library });
    expect([inPlace.batch, inPlace.unsettled]).toEqual([[], true]);
  });

  test('nothing waits as long as documents are recognized', () => {
    const inside = local('y', { path: `${OBRAS}/Acta.docx`, identity: 'i3' });
    const { batch } = planOf({
      remote: [remoteFolder(), remote('y', { parent: 'f1' })],
      local: [localFolder(), inside, local('antes', { path: EARLIER })],
      library,
    });
    expect(kinds(batch)).toEqual(['adopt folder', 'adopt']);
  });

  test('its folder on the server is made first', () => {
    const inside = remote('x', { parent: 'f1' });
    const found = local('x', { path: EARLIER });
    const before = planOf({ remote: [remoteFolder(), inside], local: [found], library });
    expect(kinds(before.batch)).toEqual(['make folder']);
    expect(before.unsettled).toBe(true);
    const after = planOf({
      remote: [remoteFolder(), inside],
      synced: [syncedFolder()],
      local: [localFolder(), found],
      library,
    });
    expect(after.batch).toMatchObject([{ kind: 'take', from: EARLIER, to: `${OBRAS}/Acta.docx` }]);
  });

  test('of two documents with the same bytes each file is one', () => {
    const second = remote('x', { id: 'r2', name: 'Otra.docx' });
    const one = local('x', { path: EARLIER });
    const both = [one, local('x', { path: `${ROOT}/Otra antigua.docx`, identity: 'i2' })];
    expect(kinds(planOf({ remote: [remote('x'), second], local: [one], library }).batch)).toEqual([
      'take',
      'download',
    ]);
    expect(kinds(planOf({ remote: [remote('x'), second], local: both, library }).batch)).toEqual([
      'take',
      'take',
    ]);
  });

  test('a folder of a new computer keeps its way: what is in it becomes a document', () => {
    const found = local('x', { path: EARLIER });
    expect(
      kinds(planOf({ remote: [remote('x')], local: [found], library: { settledOnce: false } }).batch),
    ).toEqual(['download', 'create record']);
  });
});
