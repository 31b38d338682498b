import { expect, test } from 'vitest';
import type { BlockedItem } from '../../ports/journal.ts';
import { local, planOf, ROOT, remoteFolder } from '../../testing/planned.ts';
import { blockedItems } from './blocked-items.ts';

const listed = (
  blocked: readonly BlockedItem[],
  more: readonly BlockedItem[] = [],
  entryOf: ReadonlyMap<string, { readonly path: string }> = new Map(),
) =>
  blockedItems(
    {
      plan: { ...planOf({}), blocked },
      scan: { unread: [], tree: new Map() } as never,
      matched: { idOf: new Map(), entryOf } as never,
    },
    { blocked: () => [...more] },
  );

test('a document that is open where a folder of the server belongs is one item', () => {
  const open = local('x', { path: `${ROOT}/Obras`, name: 'Obras', locked: true });
  const { blocked } = planOf({ remote: [remoteFolder()], local: [open] });
  expect(blocked.length).toBe(2);
  expect(listed(blocked).map(({ reason, path }) => [reason, path])).toEqual([['locked', `${ROOT}/Obras`]]);
});

test('of two, the one with a link to its document stays', () => {
  const item = { key: '1:5', reason: 'locked', path: `${ROOT}/Acta.docx` } as const;
  const ofRecord = { ...item, key: 'r1', recordId: 'r1' };
  expect(listed([item], [ofRecord])).toEqual([ofRecord]);
  expect(listed([ofRecord], [item])).toEqual([ofRecord]);
});

test('two conflicts of one document are two', () => {
  const conflict = { reason: 'conflict', path: `${ROOT}/Acta.docx`, recordId: 'r1' } as const;
  const both = [
    { ...conflict, key: 'v2' },
    { ...conflict, key: 'v3' },
  ];
  expect(listed(both)).toEqual(both);
});

test('what failed is listed where its document lies now', () => {
  const item = { key: 'pending:1', reason: 'disk-error', path: `${ROOT}/Acta.docx` } as const;
  const ofRecord = { ...item, recordId: 'r1' };
  const path = `${ROOT}/Obras/Acta final.docx`;
  expect(listed([], [ofRecord], new Map([['r1', { path }]]))).toEqual([{ ...ofRecord, path }]);
  // It is not on this computer, or no document.
  expect(listed([], [ofRecord], new Map([['r2', { path }]]))).toEqual([ofRecord]);
  expect(listed([], [item], new Map([['r1', { path }]]))).toEqual([item]);
});
