import { z } from 'zod';
import { table } from '../platform/endpoint.ts';
import { id } from '../platform/primitives.ts';
import * as hold from './holds.schemas.ts';

const byId = z.object({ id });
/** Legal holds: what lies under one cannot be deleted (docs/domain/retention.md). */
export const holdTable = table({
  holds: {
    method: 'GET',
    path: '/docs/holds',
    summary: 'Legal holds, last placed first',
    who: 'admin',
    query: hold.holdsQuery,
    result: hold.holdPage,
  },
  holdCreate: {
    method: 'POST',
    path: '/docs/holds',
    summary: 'Place a hold on documents, folders with all below, and libraries',
    who: 'admin',
    body: hold.holdCreate,
    result: hold.hold,
    status: 201,
    changes: ['holds'],
  },
  holdById: {
    method: 'GET',
    path: '/docs/holds/:id',
    summary: 'One hold',
    who: 'admin',
    params: byId,
    result: hold.hold,
  },
  holdUpdate: {
    method: 'PUT',
    path: '/docs/holds/:id',
    summary: 'Change what is said of a hold, or its last day',
    who: 'admin',
    params: byId,
    body: hold.holdUpdate,
    result: hold.hold,
    changes: ['holds'],
    errors: ['rev_changed', 'hold_ended'],
  },
  holdRelease: {
    method: 'PUT',
    path: '/docs/holds/:id/release',
    summary: 'Release a hold, with a reason',
    who: 'admin',
    params: byId,
    body: hold.holdRelease,
    result: hold.hold,
    changes: ['holds'],
    errors: ['hold_ended'],
  },
  holdItems: {
    method: 'GET',
    path: '/docs/holds/:id/items',
    summary: 'What was put under a hold, newest first',
    who: 'admin',
    params: byId,
    query: hold.holdItemsQuery,
    result: hold.holdItemPage,
  },
  holdAdd: {
    method: 'PUT',
    path: '/docs/holds/:id/items',
    summary: 'Put more under a hold; what is there already stays as it is',
    who: 'admin',
    params: byId,
    body: hold.holdAdd,
    result: hold.hold,
    changes: ['holds'],
    errors: ['hold_ended'],
  },
  holdRemove: {
    method: 'PUT',
    path: '/docs/holds/:id/items/remove',
    summary: 'Take single things out of a hold, with a reason',
    who: 'admin',
    params: byId,
    body: hold.holdRemove,
    result: hold.hold,
    changes: ['holds'],
    errors: ['hold_ended'],
  },
});
