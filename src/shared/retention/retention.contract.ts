import { batchResult } from '../documents/records.schemas.ts';
import { table } from '../platform/endpoint.ts';
import { HEAVY_BEYOND } from '../platform/limits.ts';
import * as retention from './retention.schemas.ts';

/** Documents whose retention period is over: an admin decides about each (docs/domain/retention.md). */
export const retentionTable = table({
  retentionEnded: {
    method: 'GET',
    path: '/docs/retention',
    summary: 'Documents whose retention period is over, the longest over first',
    who: 'admin',
    query: retention.retentionQuery,
    result: retention.endedPage,
  },
  retentionRemoveBatch: {
    method: 'PUT',
    path: '/docs/retention/batch/remove',
    summary: 'Put documents whose retention period is over into the bin, a result each',
    who: 'admin',
    heavyBeyond: HEAVY_BEYOND,
    body: retention.retentionRemove,
    result: batchResult,
    changes: ['documents', 'bin'],
  },
  retentionExtendBatch: {
    method: 'PUT',
    path: '/docs/retention/batch/extend',
    summary: 'Keep documents for more years, with a reason, a result each',
    who: 'admin',
    heavyBeyond: HEAVY_BEYOND,
    body: retention.retentionExtend,
    result: batchResult,
    changes: ['retention'],
  },
});
