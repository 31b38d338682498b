import { z } from 'zod';
import { table } from '../platform/endpoint.ts';
import { id } from '../platform/primitives.ts';
import * as duties from './duties.schemas.ts';
import * as overview from './overview.schemas.ts';
import * as tasks from './tasks.schemas.ts';

const byId = z.object({ id });

/** Calls over several domains: the dashboard, and the state of the system. */
export const overviewTable = table({
  dashboard: {
    method: 'GET',
    path: '/docs/dashboard',
    summary: 'What waits for the caller',
    who: 'signed-in',
    result: overview.dashboard,
  },
  tasks: {
    method: 'GET',
    path: '/docs/dashboard/tasks',
    summary:
      'What the caller has to do, of all kinds, each once: overdue first, then due soonest, then waiting longest',
    who: 'signed-in',
    query: tasks.tasksQuery,
    result: tasks.tasksPage,
  },
  userDuties: {
    method: 'GET',
    path: '/users/:id/duties',
    summary: 'What a person answers for: obligations and rules',
    who: 'admin',
    params: byId,
    result: duties.duties,
  },
  userHandOver: {
    method: 'POST',
    path: '/users/:id/duties',
    summary: 'Give what a person answers for to their backups or to somebody else',
    who: 'admin',
    params: byId,
    body: duties.handOver,
    result: duties.handedOver,
    changes: ['calendars'],
    errors: ['not_found', 'invalid'],
  },
  userHandBack: {
    method: 'POST',
    path: '/users/:id/duties/back',
    summary: 'Give a person back what was given away, where nobody has changed it since',
    who: 'admin',
    params: byId,
    body: duties.handBack,
    result: duties.handedBack,
    changes: ['calendars'],
    errors: ['not_found', 'invalid', 'user_disabled'],
  },
  mailTest: {
    method: 'POST',
    path: '/settings/mail-test',
    summary: 'Send a mail to oneself now, and say what became of it',
    who: 'admin',
    result: overview.mailTest,
    errors: ['rate_limited'],
  },
  system: {
    method: 'GET',
    path: '/settings/system',
    summary: 'What lies on the server, and which versions run there',
    who: 'admin',
    result: overview.system,
    noCache: true,
  },
});
