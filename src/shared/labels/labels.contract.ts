import { z } from 'zod';
import { table } from '../platform/endpoint.ts';
import { LABELS_SUGGESTED_MAX } from '../platform/limits.ts';
import { done, id } from '../platform/primitives.ts';
import * as label from './labels.schemas.ts';

const byId = z.object({ id });
/** Lists of documents, facets, rules and saved searches show names of labels. */
/** The organization's labels, as admins edit them. */
export const labelTable = table({
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
  labelsUsed: {
    method: 'GET',
    path: '/docs/labels/used',
    summary: 'Labels to suggest for a place: those that its newest documents have, most used first',
    who: 'signed-in',
    query: label.labelsUsed,
    result: z.array(label.usedLabel).max(LABELS_SUGGESTED_MAX),
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
  labelsManaged: {
    method: 'GET',
    path: '/docs/labels/managed',
    summary: 'All labels with how many documents carry each',
    who: 'admin',
    result: z.array(label.managedLabel),
  },
  labelById: {
    method: 'GET',
    path: '/docs/labels/by/id/:id',
    summary: 'One label, and everything that points at it',
    who: 'admin',
    params: byId,
    result: label.labelDetail,
  },
  labelUpdate: {
    method: 'PUT',
    path: '/docs/labels/:id',
    summary: 'Rename a label, change its sign, its place or its libraries',
    who: 'admin',
    params: byId,
    body: label.labelUpdate,
    result: label.managedLabel,
    changes: ['labels'],
    errors: ['label_taken', 'label_cycle', 'label_depth', 'rev_changed'],
  },
  labelMergePreview: {
    method: 'GET',
    path: '/docs/labels/:id/merge',
    summary: 'What would come of putting another label in the place of this one',
    who: 'admin',
    params: byId,
    query: z.object({ into: id }),
    result: label.mergePreview,
    noCache: true,
  },
  labelMerge: {
    method: 'POST',
    path: '/docs/labels/:id/merge',
    summary: 'Put another label in the place of this one, everywhere; what lies below goes along',
    who: 'admin',
    params: byId,
    body: label.labelMerge,
    result: label.managedLabel,
    changes: ['labels'],
    errors: ['label_taken', 'label_depth'],
  },
  labelDelete: {
    method: 'DELETE',
    path: '/docs/labels/:id',
    summary: 'Remove a label; where something uses it, another one takes its place',
    who: 'admin',
    params: byId,
    query: z.object({ replacement: id.optional() }),
    result: done,
    changes: ['labels'],
    errors: ['referenced', 'label_taken'],
  },
});
