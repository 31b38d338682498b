import { z } from 'zod';
import { table } from '../platform/endpoint.ts';
import { done, id } from '../platform/primitives.ts';
import * as type from './document-types.schemas.ts';

const byId = z.object({ id });

/** Document types: to choose from, and as admins edit them. */
export const documentTypeTable = table({
  documentTypes: {
    method: 'GET',
    path: '/docs/types/by/organization',
    summary: 'Document types of the organization',
    who: 'signed-in',
    result: z.array(type.documentType),
  },
  typesManaged: {
    method: 'GET',
    path: '/docs/types/managed',
    summary: 'Document types with what uses each',
    who: 'admin',
    result: z.array(type.managedType),
  },
  typeCreate: {
    method: 'POST',
    path: '/docs/types',
    summary: 'Make a document type',
    who: 'admin',
    body: type.typeCreate,
    result: type.managedType,
    status: 201,
    changes: ['types'],
    errors: ['type_taken'],
  },
  typeUpdate: {
    method: 'PUT',
    path: '/docs/types/:id',
    summary: 'Change a document type',
    who: 'admin',
    params: byId,
    body: type.typeUpdate,
    result: type.managedType,
    changes: ['types'],
    errors: ['type_taken', 'rev_changed'],
  },
  typeDelete: {
    method: 'DELETE',
    path: '/docs/types/:id',
    summary: 'Remove a document type that nothing uses',
    who: 'admin',
    params: byId,
    result: done,
    changes: ['types'],
    errors: ['referenced'],
  },
});
