import { z } from 'zod';
import { linkToken } from '../notifications/preferences.schemas.ts';
import { table } from '../platform/endpoint.ts';
import { done, id } from '../platform/primitives.ts';
import * as mails from './report-mails.schemas.ts';

const byId = z.object({ id });
const byToken = z.object({ token: linkToken });

/** The report by mail, each month to chosen people (docs/domain/report-mails.md). */
export const reportMailTable = table({
  reportMails: {
    method: 'GET',
    path: '/calendars/report/mails',
    summary: 'Monthly mails of the report: to whom, when, and what became of the last one',
    who: 'manager',
    result: mails.reportMails,
  },
  reportMailPeople: {
    method: 'GET',
    path: '/calendars/report/mails/people',
    summary: 'Whom the report can be mailed to: who may open it today',
    who: 'manager',
    result: mails.reportMailPeople,
  },
  reportMailCreate: {
    method: 'POST',
    path: '/calendars/report/mails',
    summary: 'Mail the report each month; everybody gets it by their own rights',
    who: 'manager',
    body: mails.reportMailCreate,
    result: mails.reportMail,
    status: 201,
    changes: ['calendars'],
    errors: ['report_mail_limit'],
  },
  reportMailUpdate: {
    method: 'PUT',
    path: '/calendars/report/mails/:id',
    summary: 'Change a monthly mail: its maker, and admins',
    who: 'manager',
    params: byId,
    body: mails.reportMailUpdate,
    result: mails.reportMail,
    changes: ['calendars'],
    errors: ['conflict'],
  },
  reportMailStop: {
    method: 'DELETE',
    path: '/calendars/report/mails/:id',
    summary: 'Stop a monthly mail for everybody: its maker, and admins',
    who: 'manager',
    params: byId,
    result: done,
    changes: ['calendars'],
  },
  reportMailOwn: {
    method: 'PUT',
    path: '/calendars/report/mails/:id/own',
    summary: 'Leave a monthly mail, or come back to it',
    who: 'manager',
    params: byId,
    body: mails.reportMailOwn,
    result: mails.reportMail,
    changes: ['calendars'],
  },
  reportMailTry: {
    method: 'POST',
    path: '/calendars/report/mails/:id/try',
    summary: 'Mail it now, to the caller alone',
    who: 'manager',
    params: byId,
    result: done,
    errors: ['rate_limited'],
  },
  reportMailLink: {
    method: 'GET',
    path: '/events/mail/report/:token',
    summary: 'What the link in a mailed report is about, and whether such mails are sent',
    who: 'anyone',
    params: byToken,
    result: mails.reportMailLink,
    noCache: true,
  },
  reportMailLinkPut: {
    method: 'PUT',
    path: '/events/mail/report/:token',
    summary: 'Leave a monthly mail, or come back to it, by the link in one',
    who: 'anyone',
    params: byToken,
    body: mails.reportMailOwn,
    result: mails.reportMailLink,
    changes: ['mail'],
  },
  reportMailUnsubscribePage: {
    method: 'GET',
    path: '/events/unsubscribe/report/:token',
    summary: 'Leads to the page that asks; mail scanners follow links, and change nothing',
    who: 'anyone',
    params: byToken,
    raw: true,
    answers: { 303: null },
  },
  reportMailUnsubscribe: {
    method: 'POST',
    path: '/events/unsubscribe/report/:token',
    summary: 'List-Unsubscribe-Post (RFC 8058): no more of these mails',
    who: 'anyone',
    params: byToken,
    raw: true,
    answers: { 200: 'application/json' },
  },
});
