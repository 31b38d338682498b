import { z } from 'zod';
import { table } from '../platform/endpoint.ts';
import { done, id } from '../platform/primitives.ts';
import * as sync from './sync.schemas.ts';

const byId = z.object({ id });

/** Desktops: clients, one-operation tokens, the sync feed. */
export const syncTable = table({
  clientCreate: {
    method: 'POST',
    path: '/docs/clients',
    summary: 'Register a desktop installation',
    who: 'signed-in',
    body: sync.clientCreate,
    result: sync.client,
    status: 201,
    changes: ['desktops'],
  },
  clients: {
    method: 'GET',
    path: '/docs/clients',
    summary: 'One’s own desktops',
    who: 'signed-in',
    result: z.array(sync.client),
    noCache: true,
  },
  clientUpdate: {
    method: 'PUT',
    path: '/docs/clients/:id',
    summary: 'Rename a desktop',
    who: 'signed-in',
    params: byId,
    body: sync.clientUpdate,
    result: sync.client,
    changes: ['desktops'],
  },
  clientDelete: {
    method: 'DELETE',
    path: '/docs/clients/:id',
    summary: 'Revoke a desktop',
    who: 'signed-in',
    params: byId,
    result: done,
    changes: ['desktops'],
  },
  operationCreate: {
    method: 'POST',
    path: '/docs/operations',
    summary: 'The one-operation token of a message to a desktop',
    who: 'signed-in',
    body: sync.operationCreate,
    result: sync.operation,
    secret: true,
    status: 201,
  },
  changes: {
    method: 'GET',
    path: '/docs/changes',
    summary: 'The sync feed of a library',
    who: 'signed-in',
    query: sync.feedQuery,
    result: sync.feedPage,
    noCache: true,
    errors: ['cursor_gone'],
  },
});
