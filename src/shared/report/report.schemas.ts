import { z } from 'zod';
import { recordState } from '../access/access.schemas.ts';
import { CALENDAR_COLORS } from '../calendars/calendars.schemas.ts';
import { CHANGES_SINCE } from '../calendars/report.ts';
import { OCCURRENCE_STATUSES } from '../calendars/status.ts';
import { openFolder } from '../compliance/compliance.schemas.ts';
import { PAGE } from '../platform/limits.ts';
import {
  cursor,
  day,
  id,
  line,
  moment,
  named,
  person,
  plannedDay,
  prose,
  queryIds,
  queryNumber,
  sha256,
} from '../platform/primitives.ts';

/** Maximum number of months in a report. */
export const REPORT_MONTHS_MAX = 36;
/** Maximum number of failing folders that are given with reasons; all of them are counted. */
export const REPORT_FOLDERS_MAX = 200;
export const REPORT_FORMATS = ['pdf', 'xlsx', 'csv', 'ics'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
/** A CSV holds one table; a workbook holds all of them. */
export const REPORT_PARTS = ['occurrences', 'evidence', 'matrix', 'folders', 'master'] as const;
export type ReportPart = (typeof REPORT_PARTS)[number];

/** `YYYY-MM`. */
export const month = z
  .string()
  .regex(/^(20\d\d|2100)-(0[1-9]|1[0-2])$/)
  .refine((text) => text <= '2100-12', { error: 'planned_day' });
const status = z.enum(OCCURRENCE_STATUSES);
const queryStatuses = z
  .string()
  .max(200)
  .regex(new RegExp(`^(${OCCURRENCE_STATUSES.join('|')})(,(${OCCURRENCE_STATUSES.join('|')}))*$`))
  .transform((list) => list.split(','))
  .pipe(z.array(status));

const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5)) - Number(from.slice(5)) + 1;
function boundedMonths({ from, to }: Period, context: z.core.$RefinementCtx): void {
  if (from === undefined && to === undefined) return;
  const months = from === undefined || to === undefined ? 0 : monthsBetween(from, to);
  if (months >= 1 && months <= REPORT_MONTHS_MAX) return;
  context.addIssue({ code: 'custom', path: ['to'], message: 'range_months', input: to });
}
interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Filters of a report. Without months, the year of `asOf`; without a day, today in the organization's time zone. */
const filter = {
  asOf: plannedDay.optional(),
  from: month.optional(),
  to: month.optional(),
  calendar: queryIds.optional(),
  /** Libraries: of an obligation's folder, else those of its calendar. */
  group: queryIds.optional(),
  /** Departments with those below them, by their libraries. */
  department: queryIds.optional(),
  /** The person responsible, or the backup. */
  responsible: queryIds.optional(),
  /** Filters the listed due days; totals count every status. */
  status: queryStatuses.optional(),
};
export const reportQuery = z.object(filter).superRefine(boundedMonths);
export type ReportQuery = z.output<typeof reportQuery>;

/** A number of a total; never a percentage of zero. */
const share = z.object({ count: z.number().int(), of: z.number().int() });
export type Share = z.infer<typeof share>;

export const reportTotals = z.object({
  /**
   * Met, in time or later, of those due up to the day of the report ("cumplidos de exigibles"). Those that do not apply
   * are in neither number.
   */
  met: share,
  /** Met in time, of those that were met. */
  onTime: share,
  overdue: share,
  inReview: share,
  /** Due after the day of the report, of the whole period. */
  remaining: share,
  /** Waived or cancelled: in no other number. */
  notApplicable: z.number().int(),
});
export type ReportTotals = z.infer<typeof reportTotals>;

export const reportOccurrence = z.object({
  _id: id,
  period: z.string(),
  dueOn: day,
  status,
  completedOn: day.nullable(),
  /** By how many days it was met late, or is late. Missing from older snapshots, as `reason` is. */
  daysLate: z.number().int().nullable().optional(),
  /** Why it does not apply, or what was noted by who met it. */
  reason: z.string().optional(),
  /** What became of it since the end of the month before. */
  change: z.enum(CHANGES_SINCE).optional(),
});
export type ReportOccurrence = z.infer<typeof reportOccurrence>;

/** An obligation with its due days of the period. */
export const reportRow = z.object({
  obligation: z.object({
    _id: id,
    title: z.string(),
    authority: z.string(),
    recurrence: z.string(),
    /** Missing from older snapshots, as `backup` is. */
    legalBasis: z.string().optional(),
  }),
  calendar: z.object({ _id: id, name: z.string(), color: z.enum(CALENDAR_COLORS) }),
  /** The libraries that it is about and that the caller knows. */
  groups: z.array(named),
  responsible: person.nullable(),
  backup: person.nullable().optional(),
  /** Not changed by the filter of statuses. */
  met: share,
  occurrences: z.array(reportOccurrence),
});
export type ReportRow = z.infer<typeof reportRow>;

/** The due days of a month by status, not changed by the filter of statuses. */
export const reportMonth = z.object({ month, counts: z.record(status, z.number().int()) });
export type ReportMonth = z.infer<typeof reportMonth>;

export const report = z.object({
  asOf: day,
  from: month,
  to: month,
  /** Whether the day is past, and the report computed from the history. */
  reconstructed: z.boolean(),
  totals: reportTotals,
  /** The same report at the end of the month before, and what changed since. Missing from older snapshots. */
  since: z.object({ day, met: share, caughtUp: z.number().int(), overdue: z.number().int() }).optional(),
  months: z.array(reportMonth),
  rows: z.array(reportRow),
  folders: z.object({
    /** Folders with active rules, in the libraries that the caller sees and asks for. */
    ruled: z.number().int(),
    red: z.number().int(),
    /** The first failing ones, longest due first, each with the reasons that the caller may know. */
    items: z.array(openFolder),
    /** How many libraries are not in these numbers, because the caller does not know them. Missing from older snapshots. */
    hidden: z.number().int().optional(),
  }),
});
export type Report = z.infer<typeof report>;
/** A report with what it is about in one sentence, for the one who reads it. */
export const scopedReport = report.extend({ scope: z.string() });

/** A document that was linked to a due day by the day of the report. */
export const reportEvidence = z.object({
  version: id,
  record: z.object({ _id: id, title: z.string() }),
  number: z.number().int().nullable(),
  sha256: sha256.nullable(),
  linkedOn: day,
  acceptedOn: day.nullable(),
});
export type ReportEvidence = z.infer<typeof reportEvidence>;
/** What shows that a due day was met. Of documents that the reader does not see, it says how many there are. */
export const occurrenceEvidence = z.object({
  occurrence: id,
  shown: z.array(reportEvidence),
  hidden: z.number().int(),
});
export type OccurrenceEvidence = z.infer<typeof occurrenceEvidence>;

/* The lista maestra: documents with what an auditor asks about each. */

const masterFilter = { group: queryIds.optional(), department: queryIds.optional() };
export const masterQuery = z.object({
  ...masterFilter,
  cursor: cursor.optional(),
  limit: queryNumber(z.number().int().min(1).max(PAGE.max)).optional(),
});
export type MasterQuery = z.output<typeof masterQuery>;
export const masterRow = z.object({
  record: z.object({ _id: id, title: z.string() }),
  code: z.string(),
  version: z.number().int().nullable(),
  state: recordState,
  approvedBy: person.nullable(),
  approvedOn: day.nullable(),
  nextReviewOn: day.nullable(),
  expiresOn: day.nullable(),
  /** The first author, else whoever made it. */
  responsible: person.nullable(),
  group: named,
  /** Folders from the library's root, separated by " / "; empty for the root. */
  path: z.string(),
});
export type MasterRow = z.infer<typeof masterRow>;
export const masterPage = z.object({
  items: z.array(masterRow),
  count: z.number().int(),
  nextCursor: z.string().nullable(),
});

export const reportExport = z
  .object({
    ...filter,
    format: z.enum(REPORT_FORMATS),
    /** For CSV. */
    part: z.enum(REPORT_PARTS).optional(),
  })
  .superRefine(boundedMonths);
export type ReportExport = z.output<typeof reportExport>;

/* Snapshots: reports that are kept for good. */

const ids = z.array(id).max(100).default([]);
export const snapshotCreate = z
  .object({
    name: line(3, 80),
    note: prose(500).default(''),
    asOf: plannedDay.optional(),
    from: month.optional(),
    to: month.optional(),
    calendar: ids,
    group: ids,
    department: ids,
    responsible: ids,
  })
  .superRefine(boundedMonths);
export type SnapshotCreate = z.output<typeof snapshotCreate>;

export const snapshotHead = z.object({
  _id: id,
  name: z.string(),
  note: z.string(),
  asOf: day,
  from: month,
  to: month,
  takenAt: moment,
  takenBy: person,
  /** The hash of the stored bytes of the frozen content. */
  sha256,
  met: share,
  red: z.number().int(),
});
export type SnapshotHead = z.infer<typeof snapshotHead>;
export const snapshots = z.object({ items: z.array(snapshotHead), nextCursor: z.string().nullable() });
export const snapshotsQuery = z.object({
  cursor: cursor.optional(),
  limit: queryNumber(z.number().int().min(1).max(PAGE.max)).optional(),
});

export const snapshot = snapshotHead.extend({
  /** Whether the content still has that hash; computed at every reading. */
  intact: z.boolean(),
  /** Its filters, with the names of that time. */
  filters: z.object({
    calendars: z.array(z.string()),
    groups: z.array(z.string()),
    departments: z.array(z.string()),
    responsible: z.array(z.string()),
  }),
  report,
  /** What it is about, in one sentence. */
  scope: z.string(),
  master: z.array(masterRow),
  /** Whether there were more documents than one snapshot holds. */
  masterMore: z.boolean(),
  /** Whether something was left out because this reader may not see it (docs/domain/roles-and-visibility.md). */
  partial: z.boolean(),
});
export type Snapshot = z.infer<typeof snapshot>;
export const snapshotExport = z.object({
  format: z.enum(['pdf', 'xlsx', 'csv']),
  part: z.enum(REPORT_PARTS).optional(),
});
