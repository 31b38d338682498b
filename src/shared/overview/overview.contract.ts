import { table } from '../platform/endpoint.ts';
import * as overview from './overview.schemas.ts';
import * as tasks from './tasks.schemas.ts';

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
