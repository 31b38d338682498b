import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { FeedPage } from '#shared/sync-feed/sync.schemas.ts';
import { pageOf } from './contract-shapes.ts';

const page = (epoch: string): FeedPage => ({ mode: 'changes', epoch, rows: [], cursor: 'c', more: false });

test('an epoch without end, which would be kept with every library, is no answer of our server', () => {
  const library = randomUUID();
  expect(pageOf(library, page('e'.repeat(200))).epoch).toHaveLength(200);
  expect(() => pageOf(library, page('e'.repeat(201)))).toThrow(
    expect.objectContaining({ code: 'strange_answer' }),
  );
});
