import { z } from 'zod';
import { batchResult } from '../documents/records.schemas.ts';
import { table } from '../platform/endpoint.ts';
import { HEAVY_BEYOND } from '../platform/limits.ts';
import { done, id } from '../platform/primitives.ts';
import * as bin from './bin.schemas.ts';

const byId = z.object({ id });

/** Documents that were deleted and can still be restored. */
export const binTable = table({
  bin: {
    method: 'GET',
    path: '/docs/bin',
    summary: 'What lies in the bin, last deleted first',
    who: 'admin',
    query: bin.binQuery,
    result: bin.binPage,
  },
  binRestore: {
    method: 'PUT',
    path: '/docs/bin/restore',
    summary: 'Bring a document back to its folder; an admin, or for 60 s whoever deleted it',
    who: 'signed-in',
    body: bin.binRestore,
    result: bin.binRestored,
    changes: ['documents', 'bin'],
    errors: ['archived'],
  },
  binRestoreBatch: {
    method: 'PUT',
    path: '/docs/bin/batch/restore',
    summary: 'Bring many documents back, a result each',
    who: 'admin',
    heavyBeyond: HEAVY_BEYOND,
    body: bin.binBatch,
    result: batchResult,
    changes: ['documents', 'bin'],
  },
  binPurgeBatch: {
    method: 'PUT',
    path: '/docs/bin/batch/purge',
    summary: 'Delete many documents for good, a result each',
    who: 'admin',
    heavyBeyond: HEAVY_BEYOND,
    body: bin.binBatch,
    result: batchResult,
    changes: ['bin'],
  },
  binEmpty: {
    method: 'PUT',
    path: '/docs/bin/empty',
    summary: 'Delete for good what nothing keeps, some at a time',
    who: 'admin',
    heavy: true,
    body: bin.binEmpty,
    result: bin.binEmptied,
    changes: ['bin'],
  },
  binPurge: {
    method: 'DELETE',
    path: '/docs/bin/:id',
    summary: 'Delete a document for good',
    who: 'admin',
    params: byId,
    result: done,
    changes: ['bin'],
    errors: ['retained', 'held'],
  },
});
