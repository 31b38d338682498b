import { z } from 'zod';
import * as notification from '../notifications/notifications.schemas.ts';
import { table } from '../platform/endpoint.ts';
import { done, id } from '../platform/primitives.ts';
import * as review from './reviews.schemas.ts';

const byId = z.object({ id });

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
    changes: ['reviews'],
    errors: ['archived', 'state_changed', 'rev_changed', 'transition', 'obsolete'],
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
    changes: ['reviews'],
    errors: ['archived', 'state_changed', 'obsolete'],
  },
  publicationRequest: {
    method: 'POST',
    path: '/docs/reviews/request/publication',
    summary: 'Ask named people, or all who publish in the library, to publish an approved version',
    who: 'signed-in',
    body: review.reviewRequest,
    result: z.object({ state: z.number().int(), notified: z.number().int() }),
    changes: ['reviews'],
    errors: ['archived', 'state_changed', 'transition'],
  },
  requestsByRecord: {
    method: 'GET',
    path: '/docs/reviews/request/by/record/:id',
    summary: 'What is asked of a record’s current version now; readers of what is published see none of it',
    who: 'signed-in',
    params: byId,
    result: z.array(review.openRequest),
  },
  pendingDecisions: {
    method: 'GET',
    path: '/docs/reviews/pending',
    summary: 'What waits for one: asked by name first, then what is due soonest',
    who: 'signed-in',
    query: review.pendingQuery,
    result: review.pendingPage,
  },
});

/** Reminders about documents that are not due yet, for their maker. Once due, they are notifications. */
export const reminderTable = table({
  reminderCreate: {
    method: 'POST',
    path: '/docs/reminders',
    summary: 'Remind oneself, or others who may see the record, at a moment to come',
    who: 'signed-in',
    body: notification.reminderCreate,
    result: notification.reminder,
    status: 201,
    changes: ['reminders'],
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
    changes: ['reminders'],
    errors: ['reminder_sent'],
  },
});
