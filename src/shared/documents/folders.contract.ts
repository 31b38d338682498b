import { z } from 'zod';
import { table } from '../platform/endpoint.ts';
import { done, id } from '../platform/primitives.ts';
import * as folder from './folders.schemas.ts';

const byId = z.object({ id });

/** Folders of a library. */
export const folderTable = table({
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
    changes: ['folders'],
    errors: ['archived', 'name_taken', 'folder_depth', 'label_not_assignable'],
  },
  folderCreateBatch: {
    method: 'POST',
    path: '/docs/folders/batch',
    summary: 'Up to 200 folders of one library, a result each',
    who: 'signed-in',
    body: folder.folderCreateBatch,
    result: folder.folderCreateBatchResult,
    changes: ['folders'],
    errors: ['archived'],
  },
  folderUpdate: {
    method: 'PUT',
    path: '/docs/folders/:id',
    summary: 'Rename or move a folder, set its default labels',
    who: 'signed-in',
    params: byId,
    body: folder.folderUpdate,
    result: folder.folder,
    changes: ['folders'],
    errors: ['archived', 'name_taken', 'folder_depth', 'folder_cycle', 'rev_changed', 'label_not_assignable'],
  },
  folderDelete: {
    method: 'DELETE',
    path: '/docs/folders/:id',
    summary: 'Remove an empty folder',
    who: 'signed-in',
    params: byId,
    result: done,
    changes: ['folders'],
    errors: ['archived', 'not_empty', 'held'],
  },
});
