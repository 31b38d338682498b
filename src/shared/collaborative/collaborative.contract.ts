import { z } from 'zod';
import { recordCreated } from '../documents/records.schemas.ts';
import { table } from '../platform/endpoint.ts';
import { TEMPLATE_BYTES_MAX } from '../platform/limits.ts';
import { done, id } from '../platform/primitives.ts';
import * as collaborative from './collaborative.schemas.ts';

const byId = z.object({ id });
/** The size of a template in base64 with the other fields. */
const maxBody = Math.ceil(TEMPLATE_BYTES_MAX / 3) * 4 + 64 * 1024;

/** Documents that people write together, and their templates. */
export const collaborativeTable = table({
  collaborativeCreate: {
    method: 'POST',
    path: '/docs/collaborative',
    summary: 'A document in draft made from a template, with everybody who writes it as its authors',
    who: 'signed-in',
    body: collaborative.collaborativeCreate,
    result: recordCreated,
    status: 201,
    changes: ['documents'],
    errors: [
      'archived',
      'author_not_member',
      'code_taken',
      'storage_full',
      'quota_full',
      'unavailable',
      'busy',
    ],
  },
  templates: {
    method: 'GET',
    path: '/docs/templates',
    summary: 'The organization’s own templates, by name',
    who: 'signed-in',
    result: z.array(collaborative.documentTemplate),
  },
  templateCreate: {
    method: 'POST',
    path: '/docs/templates',
    summary: 'Add a template: a Word document with variables',
    who: 'admin',
    body: collaborative.templateCreate,
    result: collaborative.documentTemplate,
    status: 201,
    maxBody,
    changes: ['templates'],
    errors: ['template_taken', 'templates_full', 'storage_full', 'quota_full', 'unavailable', 'busy'],
  },
  templateUpdate: {
    method: 'PUT',
    path: '/docs/templates/:id',
    summary: 'Rename a template, or replace its document',
    who: 'admin',
    params: byId,
    body: collaborative.templateUpdate,
    result: collaborative.documentTemplate,
    maxBody,
    changes: ['templates'],
    errors: ['template_taken', 'rev_changed', 'storage_full', 'quota_full', 'unavailable', 'busy'],
  },
  templateDelete: {
    method: 'DELETE',
    path: '/docs/templates/:id',
    summary: 'Remove a template; documents made from it stay',
    who: 'admin',
    params: byId,
    result: done,
    changes: ['templates'],
  },
  templateContent: {
    method: 'GET',
    path: '/docs/templates/:id/content',
    summary: 'The Word document of a template',
    who: 'signed-in',
    params: byId,
    raw: true,
    answers: { 200: '*/*' },
  },
});
