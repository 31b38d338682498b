import { z } from 'zod';
import { table } from '../platform/endpoint.ts';
import { done, id } from '../platform/primitives.ts';
import * as search from './search.schemas.ts';

const byId = z.object({ id });

/** Searches that a person has saved; everybody sees only their own. */
export const savedSearchTable = table({
  savedSearches: {
    method: 'GET',
    path: '/docs/searches',
    summary: 'One’s own kept searches, by name',
    who: 'signed-in',
    result: z.array(search.savedSearch),
  },
  savedSearchCreate: {
    method: 'POST',
    path: '/docs/searches',
    summary: 'Keep a search under a name',
    who: 'signed-in',
    body: search.savedSearchCreate,
    result: search.savedSearch,
    status: 201,
    changes: ['searches'],
    errors: ['search_taken', 'searches_full'],
  },
  savedSearchUpdate: {
    method: 'PUT',
    path: '/docs/searches/:id',
    summary: 'Rename a kept search, or give it other filters',
    who: 'signed-in',
    params: byId,
    body: search.savedSearchUpdate,
    result: search.savedSearch,
    changes: ['searches'],
    errors: ['search_taken'],
  },
  savedSearchDelete: {
    method: 'DELETE',
    path: '/docs/searches/:id',
    summary: 'Forget a kept search',
    who: 'signed-in',
    params: byId,
    result: done,
    changes: ['searches'],
  },
});
