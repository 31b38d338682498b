import { z } from 'zod';
import { OCCURRENCE_STATUSES } from '../calendars/status.ts';
import { REPORT_MAIL } from '../platform/limits.ts';
import { day, id, moment, person } from '../platform/primitives.ts';
import { month } from './report.schemas.ts';

/* The report by mail, each month to chosen people (docs/domain/report-mails.md). */

/** Which months a mailed report is about: the year of the month that it tells of, or so many months up to that one. */
export const REPORT_MAIL_PERIODS = ['year', '12', '24', '36'] as const;
export type ReportMailPeriod = (typeof REPORT_MAIL_PERIODS)[number];
export const REPORT_MAIL_FORMATS = ['pdf', 'xlsx'] as const;
export type ReportMailFormat = (typeof REPORT_MAIL_FORMATS)[number];

const isOnce = (all: readonly string[]): boolean => new Set(all).size === all.length;
const ids = z.array(id).max(100).default([]);
export const reportMailFilters = z.object({
  period: z.enum(REPORT_MAIL_PERIODS).default('year'),
  calendar: ids,
  group: ids,
  department: ids,
  responsible: ids,
  status: z.array(z.enum(OCCURRENCE_STATUSES)).max(OCCURRENCE_STATUSES.length).default([]),
});
export type ReportMailFilters = z.output<typeof reportMailFilters>;

const fields = {
  /** Of the month; moved to the next working day of the organization. */
  day: z.number().int().min(1).max(REPORT_MAIL.lastDay),
  formats: z
    .array(z.enum(REPORT_MAIL_FORMATS))
    .min(1)
    .max(REPORT_MAIL_FORMATS.length)
    .refine(isOnce, { error: 'one' }),
  /** Who gets it. */
  people: z.array(id).min(1).max(REPORT_MAIL.people).refine(isOnce, { error: 'one' }),
};
export const reportMailCreate = z.object({
  ...fields,
  /** Null for the whole report. */
  filters: reportMailFilters.nullable(),
});
export type ReportMailCreate = z.output<typeof reportMailCreate>;
export const reportMailUpdate = z.object({
  ...fields,
  /** Without them, those that it has stay. */
  filters: reportMailFilters.nullable().optional(),
  version: z.number().int().min(0),
});
export type ReportMailUpdate = z.output<typeof reportMailUpdate>;

/** Of those who are to get it: they do; they left; they may not open the report any more. */
export const REPORT_MAIL_STANDINGS = ['receives', 'left', 'blocked'] as const;
const standing = z.enum(REPORT_MAIL_STANDINGS);
/** Of one mail: it waits; it was sent; its month ended before it could be; its person could not get it any more. */
export const REPORT_MAIL_OUTCOMES = ['waiting', 'sent', 'missed', 'dropped'] as const;
export type ReportMailOutcome = (typeof REPORT_MAIL_OUTCOMES)[number];

export const reportMailPerson = z.object({
  person,
  standing,
  /** The newest mail that was planned for them; null before the first. `month` is the one in which it is sent. */
  last: z.object({ month, outcome: z.enum(REPORT_MAIL_OUTCOMES), sentAt: moment.nullable() }).nullable(),
});
export type ReportMailPerson = z.infer<typeof reportMailPerson>;

export const reportMail = z.object({
  _id: id,
  version: z.number().int(),
  day: z.number().int(),
  formats: z.array(z.enum(REPORT_MAIL_FORMATS)),
  madeBy: person,
  /** Whether the caller may change and stop it: its maker, and admins. */
  editable: z.boolean(),
  /** Its filters by name, as far as the caller knows them; null for the whole report. */
  filters: z
    .object({
      period: z.enum(REPORT_MAIL_PERIODS),
      calendars: z.array(z.string()),
      groups: z.array(z.string()),
      departments: z.array(z.string()),
      responsible: z.array(z.string()),
      status: z.array(z.enum(OCCURRENCE_STATUSES)),
      /** How many of them have no name for the caller: gone, or a library that they do not know. */
      unnamed: z.number().int(),
    })
    .nullable(),
  /** The day of the next mail, in the organization's time zone. */
  nextOn: day,
  /** The last month in which nothing was sent, because no server ran; null where there was none. */
  missed: month.nullable(),
  people: z.array(reportMailPerson),
});
export type ReportMail = z.infer<typeof reportMail>;

export const reportMails = z.object({ items: z.array(reportMail) });
/** Whom a report can be mailed to: who may open it today. */
export const reportMailPeople = z.object({ items: z.array(person) });
export const reportMailOwn = z.object({ receives: z.boolean() });

/** What the link in a mail shows: whose mails it ends, by the beginning of the address, and whether they come. */
export const reportMailLink = z.object({
  email: z.string(),
  organization: z.string(),
  receives: z.boolean(),
});
export type ReportMailLink = z.infer<typeof reportMailLink>;
