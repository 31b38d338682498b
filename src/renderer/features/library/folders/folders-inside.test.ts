import { expect, it } from 'vitest';
import type { Folder } from '#shared/documents/folders.schemas.ts';
import { recordsInside } from './folders-inside.ts';

const folder = (_id: string, parent: string | null, records: number) => ({ _id, parent, records }) as Folder;

it('counts what lies in a folder with all that lies below it', () => {
  const inside = recordsInside([
    folder('a', null, 1),
    folder('b', 'a', 0),
    folder('c', 'b', 4),
    folder('d', null, 0),
  ]);
  expect(Object.fromEntries(inside)).toEqual({ a: 5, b: 4, c: 4, d: 0 });
});
