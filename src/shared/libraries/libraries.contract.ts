import { z } from 'zod';
import * as folder from '../documents/folders.schemas.ts';
import * as label from '../labels/labels.schemas.ts';
import { documentType } from '../organization/settings.schemas.ts';
import * as people from '../people/people.schemas.ts';
import { table } from '../platform/endpoint.ts';
import { done, id, libraryRole } from '../platform/primitives.ts';

const byId = z.object({ id });

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
  labelCreate: {
    method: 'POST',
    path: '/docs/labels',
    summary: 'Make a label',
    who: 'admin',
    body: label.labelCreate,
    result: label.label,
    status: 201,
    errors: ['label_taken', 'label_depth'],
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
    result: z.array(documentType),
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
    errors: ['archived', 'name_taken', 'folder_depth', 'label_not_assignable'],
  },
  folderCreateBatch: {
    method: 'POST',
    path: '/docs/folders/batch',
    summary: 'Up to 200 folders of one library, a result each',
    who: 'signed-in',
    body: folder.folderCreateBatch,
    result: folder.folderCreateBatchResult,
    drops: ['folders'],
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
    drops: ['folders'],
    errors: ['archived', 'name_taken', 'folder_depth', 'folder_cycle', 'rev_changed', 'label_not_assignable'],
  },
  folderDelete: {
    method: 'DELETE',
    path: '/docs/folders/:id',
    summary: 'Remove an empty folder',
    who: 'signed-in',
    params: byId,
    result: done,
    drops: ['folders'],
    errors: ['archived', 'not_empty', 'held'],
  },
});
