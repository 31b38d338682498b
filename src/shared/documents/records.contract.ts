import { z } from 'zod';
import { table } from '../platform/endpoint.ts';
import { NO_ROOM_CODES } from '../platform/errors.ts';
import { HEAVY_BEYOND } from '../platform/limits.ts';
import { done, id } from '../platform/primitives.ts';
import * as activity from './activity.schemas.ts';
import { BUNDLE_TYPE } from './bundle.ts';
import * as record from './records.schemas.ts';

const byId = z.object({ id });
const batchBody = 4 * 1024 ** 2;

/** Records: create, find, edit, move, remove. */
export const recordTable = table({
  recordCreate: {
    method: 'POST',
    path: '/docs/records',
    summary: 'The wizard’s call: a record and its pending first version',
    who: 'signed-in',
    body: record.recordCreate,
    result: record.recordCreated,
    status: 201,
    changes: ['documents'],
    errors: [
      'archived',
      'empty_file',
      'too_large',
      ...NO_ROOM_CODES,
      'file_kind',
      'label_not_assignable',
      'author_not_member',
      'code_taken',
      'operation_spent',
    ],
  },
  entryCreate: {
    method: 'POST',
    path: '/docs',
    summary: 'Library manager and desktop sync: a document entry and its pending first version',
    who: 'signed-in',
    body: record.entryCreate,
    result: record.recordCreated,
    status: 201,
    changes: ['documents'],
    errors: [
      'archived',
      'labels_required',
      'empty_file',
      'too_large',
      ...NO_ROOM_CODES,
      'file_kind',
      'label_not_assignable',
      'author_not_member',
      'operation_spent',
    ],
  },
  createBatch: {
    method: 'POST',
    path: '/docs/batch',
    summary: 'Up to 200 document entries, a result each',
    who: 'signed-in',
    body: record.createBatch,
    result: record.createBatchResult,
    changes: ['documents'],
    maxBody: batchBody,
    errors: ['archived', ...NO_ROOM_CODES, 'operation_spent'],
  },
  recordsSend: {
    method: 'POST',
    path: '/docs/send',
    summary:
      'Up to 200 new documents with their bytes in one body (1 MiB each, 32 MiB in all): what batch, uploads and ' +
      'confirm do one after the other, with a result each; a refused one leaves nothing behind',
    who: 'signed-in',
    raw: true,
    takes: BUNDLE_TYPE,
    answers: { 200: 'application/json' },
    result: record.recordsSendResult,
    changes: ['documents'],
    errors: ['media_type', 'storage_full', 'quota_full'],
  },
  recordById: {
    method: 'GET',
    path: '/docs/records/by/id/:id',
    summary: 'One record, as the caller sees it',
    who: 'signed-in',
    params: byId,
    result: record.record,
    noCache: true,
  },
  recordActivity: {
    method: 'GET',
    path: '/docs/records/by/id/:id/activity',
    summary: 'What happened to a record, newest first; readers see when it was published',
    who: 'signed-in',
    params: byId,
    query: activity.activityQuery,
    result: activity.activityPage,
  },
  recordUpdate: {
    method: 'PUT',
    path: '/docs/records/:id',
    summary: 'Edit the working metadata',
    who: 'signed-in',
    params: byId,
    body: record.recordUpdate,
    result: record.record,
    errors: ['archived', 'rev_changed', 'code_taken', 'label_not_assignable'],
  },
  recordAuthors: {
    method: 'PUT',
    path: '/docs/records/:id/authors',
    summary: 'Set the authors',
    who: 'signed-in',
    params: byId,
    body: record.authorsUpdate,
    result: record.record,
    errors: ['archived', 'rev_changed', 'author_not_member'],
  },
  batchState: {
    method: 'PUT',
    path: '/docs/records/batch/state',
    summary: 'Change the state of many, a result each',
    who: 'signed-in',
    heavyBeyond: HEAVY_BEYOND,
    body: record.batchState,
    result: record.batchResult,
    changes: ['documents'],
    errors: ['archived'],
  },
  batchMove: {
    method: 'PUT',
    path: '/docs/records/batch/move',
    summary: 'Move many to a folder or library, a result each',
    who: 'signed-in',
    heavyBeyond: HEAVY_BEYOND,
    body: record.batchMove,
    result: record.batchResult,
    changes: ['folders'],
    errors: ['archived'],
  },
  recordDelete: {
    method: 'DELETE',
    path: '/docs/records/:id',
    summary: 'Move a record to the bin',
    who: 'signed-in',
    params: byId,
    result: done,
    changes: ['documents', 'bin'],
    errors: ['archived', 'held'],
  },
});
