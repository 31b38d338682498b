import { z } from 'zod';
import { table } from '../platform/endpoint.ts';
import { done, id } from '../platform/primitives.ts';
import * as notification from './notifications.schemas.ts';
import * as preferences from './preferences.schemas.ts';

const byId = z.object({ id });
const byToken = z.object({ token: preferences.linkToken });

export const eventTable = table({
  notificationsPending: {
    method: 'GET',
    path: '/events/notifications/pending',
    summary: 'One’s notifications that are neither dismissed nor hidden, newest first',
    who: 'signed-in',
    result: z.array(notification.notification),
  },
  notificationById: {
    method: 'GET',
    path: '/events/notifications/by/id/:id',
    summary: 'One of one’s own notifications',
    who: 'signed-in',
    params: byId,
    result: notification.notification,
  },
  notificationDismiss: {
    method: 'PUT',
    path: '/events/notifications/dismiss',
    summary: 'Dismiss one, several, all of a type, or all of a document',
    who: 'signed-in',
    body: notification.dismiss,
    result: notification.dismissed,
    changes: ['notifications'],
  },
  notificationRestore: {
    method: 'PUT',
    path: '/events/notifications/restore',
    summary: 'Take back what one dismissed at a moment',
    who: 'signed-in',
    body: notification.restore,
    result: notification.restored,
    changes: ['notifications'],
  },
  notificationCreate: {
    method: 'POST',
    path: '/events/notifications/create',
    summary: 'Ask somebody who may see a record for its review',
    who: 'signed-in',
    body: notification.notificationCreate,
    result: notification.notification,
    status: 201,
    changes: ['notifications'],
  },
  mailReview: {
    method: 'POST',
    path: '/events/mailer/records/review',
    summary: 'Mail a review request that one created, once',
    who: 'signed-in',
    body: notification.notification,
    result: done,
  },
  preferences: {
    method: 'GET',
    path: '/events/preferences',
    summary: 'How one is told of each type of notification',
    who: 'signed-in',
    result: preferences.preferences,
  },
  preferencesPut: {
    method: 'PUT',
    path: '/events/preferences',
    summary: 'Change how one is told of some types',
    who: 'signed-in',
    body: preferences.preferencesUpdate,
    result: preferences.preferences,
    changes: ['preferences'],
  },
  mailChoices: {
    method: 'GET',
    path: '/events/mail/:token',
    summary: 'What a link in a mail is about, and whether such mails are sent',
    who: 'anyone',
    params: byToken,
    result: preferences.mailChoices,
    noCache: true,
  },
  mailChoicesPut: {
    method: 'PUT',
    path: '/events/mail/:token',
    summary: 'Switch mails off or on by the link in one of them',
    who: 'anyone',
    params: byToken,
    body: preferences.mailChoicesUpdate,
    result: preferences.mailChoices,
    changes: ['mail'],
  },
  unsubscribePage: {
    method: 'GET',
    path: '/events/unsubscribe/:token',
    summary: 'Leads to the page that asks; mail scanners follow links, and change nothing',
    who: 'anyone',
    params: byToken,
    raw: true,
    answers: { 303: null },
  },
  unsubscribe: {
    method: 'POST',
    path: '/events/unsubscribe/:token',
    summary: 'List-Unsubscribe-Post (RFC 8058): no more mails of what the link is about',
    who: 'anyone',
    params: byToken,
    raw: true,
    answers: { 200: 'application/json' },
  },
});
