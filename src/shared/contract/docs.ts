import { z } from 'zod';
import * as activity from '../schemas/activity.ts';
import * as bin from '../schemas/bin.ts';
import * as folder from '../schemas/folder.ts';
import * as label from '../schemas/label.ts';
import * as notification from '../schemas/notification.ts';
import * as people from '../schemas/people.ts';
import { done, id, libraryRole, line, named } from '../schemas/primitives.ts';
import * as record from '../schemas/record.ts';
import * as review from '../schemas/review.ts';
import * as search from '../schemas/search.ts';
import { table } from './endpoint.ts';

const byId = z.object({ id });
const batchBody = 4 * 1024 ** 2;

/** Libraries as the document manager sees them, labels, folders, roles. */
export const libraryTable = table({
  librariesByPublisher: {
    method: 'GET',
    path: '/docs/libraries/by/publisher',
    summary: 'Libraries in which one may publish',
    who: 'signed-in',
    result: z.array(people.group),
  },
  labelsByOrganization: {
    method: 'GET',
    path: '/docs/labels/by/organization',
    summary: 'All labels of the organization',
    who: 'signed-in',
    result: z.array(label.label),
  },
  labels: {
    method: 'GET',
    path: '/docs/labels',
    summary: 'Labels, those assignable in a library where one is named',
    who: 'signed-in',
    query: z.object({ group: id.optional() }),
    result: z.array(label.label),
  },
  labelSearch: {
    method: 'GET',
    path: '/docs/labels/search',
    summary: 'Labels by text, without those already selected',
    who: 'signed-in',
    query: label.labelSearch,
    result: z.array(label.label),
  },
  rolesByGroup: {
    method: 'GET',
    path: '/docs/roles/by/group/:group',
    summary: 'One’s own roles in a library',
    who: 'signed-in',
    params: z.object({ group: id }),
    result: z.array(libraryRole),
  },
  documentTypes: {
    method: 'GET',
    path: '/docs/types/by/organization',
    summary: 'Document types of the organization',
    who: 'signed-in',
    result: z.array(named.extend({ code: z.string() })),
  },
  foldersByGroup: {
    method: 'GET',
    path: '/docs/folders/by/group/:group',
    summary: 'All folders of a library, parents before children',
    who: 'signed-in',
    params: z.object({ group: id }),
    result: z.array(folder.folder),
  },
  folderCreate: {
    method: 'POST',
    path: '/docs/folders',
    summary: 'Make a folder',
    who: 'signed-in',
    body: folder.folderCreate,
    result: folder.folder,
    status: 201,
    drops: ['folders'],
    errors: ['name_taken', 'folder_depth', 'label_not_assignable'],
  },
  folderUpdate: {
    method: 'PUT',
    path: '/docs/folders/:id',
    summary: 'Rename or move a folder, set its default labels',
    who: 'signed-in',
    params: byId,
    body: folder.folderUpdate,
    result: folder.folder,
    drops: ['folders'],
    errors: ['name_taken', 'folder_depth', 'folder_cycle', 'rev_changed', 'label_not_assignable'],
  },
  folderDelete: {
    method: 'DELETE',
    path: '/docs/folders/:id',
    summary: 'Remove an empty folder',
    who: 'signed-in',
    params: byId,
    result: done,
    drops: ['folders'],
    errors: ['not_empty'],
  },
});

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
    drops: ['folders', 'dashboard'],
    errors: [
      'empty_file',
      'too_large',
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
    drops: ['folders', 'dashboard'],
    errors: [
      'labels_required',
      'empty_file',
      'too_large',
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
    drops: ['folders', 'dashboard'],
    maxBody: batchBody,
    errors: ['operation_spent'],
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
  recordByTitle: {
    method: 'GET',
    path: '/docs/records/by/title/:group/:title',
    summary: 'Whether a title is taken in a library, among what the caller sees',
    who: 'signed-in',
    params: z.object({ group: id, title: line(1, 200) }),
    result: record.titleTaken,
  },
  recordSearch: {
    method: 'GET',
    path: '/docs/records/search',
    summary: 'Search and lists: text, filters, facets, keyset pages',
    who: 'signed-in',
    query: search.searchQuery,
    result: search.searchResult,
  },
  dashboard: {
    method: 'GET',
    path: '/docs/dashboard',
    summary: 'What waits for the caller',
    who: 'signed-in',
    result: search.dashboard,
  },
  recordUpdate: {
    method: 'PUT',
    path: '/docs/records/:id',
    summary: 'Edit the working metadata',
    who: 'signed-in',
    params: byId,
    body: record.recordUpdate,
    result: record.record,
    errors: ['rev_changed', 'code_taken', 'label_not_assignable'],
  },
  recordAuthors: {
    method: 'PUT',
    path: '/docs/records/:id/authors',
    summary: 'Set the authors',
    who: 'signed-in',
    params: byId,
    body: record.authorsUpdate,
    result: record.record,
    errors: ['rev_changed', 'author_not_member'],
  },
  batchState: {
    method: 'PUT',
    path: '/docs/records/batch/state',
    summary: 'Change the state of many, a result each',
    who: 'signed-in',
    body: record.batchState,
    result: record.batchResult,
    drops: ['reviews', 'dashboard'],
  },
  batchMove: {
    method: 'PUT',
    path: '/docs/records/batch/move',
    summary: 'Move many to a folder or library, a result each',
    who: 'signed-in',
    body: record.batchMove,
    result: record.batchResult,
    drops: ['folders'],
  },
  recordDelete: {
    method: 'DELETE',
    path: '/docs/records/:id',
    summary: 'Move a record to the bin',
    who: 'signed-in',
    params: byId,
    result: done,
    drops: ['folders', 'dashboard', 'bin'],
  },
});

/** What was deleted and is not yet gone. */
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
    drops: ['folders', 'dashboard', 'bin'],
  },
  binPurge: {
    method: 'DELETE',
    path: '/docs/bin/:id',
    summary: 'Delete a document for good',
    who: 'admin',
    params: byId,
    result: done,
    drops: ['bin'],
    errors: ['retained'],
  },
});

/** Reviews: every change of state. */
export const reviewTable = table({
  reviewCreate: {
    method: 'POST',
    path: '/docs/reviews',
    summary: 'Lead a record’s version to another state',
    who: 'signed-in',
    body: review.reviewCreate,
    result: review.review,
    status: 201,
    drops: ['reviews', 'dashboard', 'notifications'],
    errors: ['state_changed', 'rev_changed', 'transition', 'obsolete'],
  },
  reviewsByRecord: {
    method: 'GET',
    path: '/docs/reviews/by/record/:id',
    summary: 'The history of states; readers see what was published',
    who: 'signed-in',
    params: byId,
    result: z.array(review.review),
  },
  reviewRequest: {
    method: 'POST',
    path: '/docs/reviews/request',
    summary: 'Ask named people, or all review holders, for a review',
    who: 'signed-in',
    body: review.reviewRequest,
    result: z.object({ state: z.number().int(), notified: z.number().int() }),
    drops: ['reviews', 'dashboard'],
    errors: ['state_changed', 'obsolete'],
  },
});

/** Reminders about documents, as their maker keeps them; their time come, they are notifications. */
export const reminderTable = table({
  reminderCreate: {
    method: 'POST',
    path: '/docs/reminders',
    summary: 'Remind oneself, or others who may see the record, at a moment to come',
    who: 'signed-in',
    body: notification.reminderCreate,
    result: notification.reminder,
    status: 201,
    drops: ['reminders', 'notifications'],
    errors: ['reminder_limit'],
  },
  reminders: {
    method: 'GET',
    path: '/docs/reminders',
    summary: 'Reminders of one’s own making whose time has not come, soonest first',
    who: 'signed-in',
    result: z.array(notification.reminder),
  },
  reminderDelete: {
    method: 'DELETE',
    path: '/docs/reminders/:id',
    summary: 'Cancel a reminder of one’s own making',
    who: 'signed-in',
    params: byId,
    result: done,
    drops: ['reminders', 'notifications'],
    errors: ['reminder_sent'],
  },
});
