import { z } from 'zod';
import { recordState, scope } from '../access/access.schemas.ts';
import { PARTY_KINDS } from '../contractors/party.ts';
import { CHILE, NO_HOLIDAYS } from '../organization/holidays.ts';
import { addMonths } from '../platform/days.ts';
import { SERIES_TITLE_MAX } from '../platform/limits.ts';
import { day, id, line, moment, named, person, plannedDay, prose, queryIds } from '../platform/primitives.ts';
import { dueComment } from './comments.schemas.ts';
import { OCCURRENCES_MAX, RECURRENCE_MAX } from './recurrence.ts';
import { DAY_KINDS, NON_WORKING_POLICIES, problemOf, type Schedule, TERM_DAYS_MAX } from './schedule.ts';
import { DECISIONS, OCCURRENCE_STATUSES } from './status.ts';

export const CALENDAR_COLORS = ['petrol', 'blue', 'green', 'amber', 'red', 'violet', 'grey'] as const;
export type CalendarColor = (typeof CALENDAR_COLORS)[number];
export const HOLIDAY_PRESETS = ['chile', 'none'] as const;
export type HolidayPreset = (typeof HOLIDAY_PRESETS)[number];
export const holidaysOf = (preset: HolidayPreset) => (preset === 'chile' ? CHILE : NO_HOLIDAYS);

const text = (max: number) => z.union([z.literal(''), line(1, max)]).default('');
const unique = <T>(list: readonly T[]): boolean => new Set(list).size === list.length;
const TIME_ZONES = new Set(Intl.supportedValuesOf('timeZone'));

const obligationFields = {
  title: line(3, 120),
  /** "Organismo": the authority that it is owed to. */
  authority: text(80),
  legalBasis: text(200),
  /** The library of its documents. Where a folder is given, the folder's counts. */
  group: id.nullable().default(null),
  folder: id.nullable().default(null),
  documentType: id.nullable().default(null),
  labels: z.array(id).max(50).refine(unique).default([]),
  responsible: id.nullable().default(null),
  backup: id.nullable().default(null),
  recurrence: z.string().trim().min(1).max(RECURRENCE_MAX),
  startsOn: plannedDay,
  endsOn: plannedDay.nullable().default(null),
  dayKind: z.enum(DAY_KINDS).default('corridos'),
  nonWorkingPolicy: z.enum(NON_WORKING_POLICIES).default('keep'),
  termDays: z.number().int().min(0).max(TERM_DAYS_MAX).default(0),
  leadDays: z.array(z.number().int().min(1).max(366)).max(10).refine(unique).default([30, 15, 7, 1]),
  minCount: z.number().int().min(0).max(20).default(1),
  acceptedStates: z.array(recordState).min(1).max(7).refine(unique).default([3]),
};

interface People {
  readonly responsible: string | null;
  readonly backup: string | null;
}
type Checked = Schedule & People;
const countable = z.object({
  recurrence: obligationFields.recurrence,
  startsOn: obligationFields.startsOn,
  endsOn: obligationFields.endsOn,
  termDays: obligationFields.termDays,
});
/**
 * Refuses a schedule that cannot be kept, or that ends before it begins. How far due days are made is decided by the
 * server.
 */
function coherent(given: Checked, context: z.core.$RefinementCtx): void {
  // Errors of single fields come first: due days cannot be computed from an invalid day.
  if (!countable.safeParse(given).success) return;
  const problem = problemOf(given, addMonths(given.startsOn, 12), NO_HOLIDAYS);
  if (problem) {
    const { field, problem: message } = problem;
    context.addIssue({ code: 'custom', path: [field], message, input: undefined });
  }
  twoPeople(given, context);
}

/** Refuses a backup who is responsible already. */
function twoPeople({ responsible, backup }: People, context: z.core.$RefinementCtx): void {
  if (backup === null || backup !== responsible) return;
  context.addIssue({ code: 'custom', path: ['backup'], message: 'same_person', input: undefined });
}

const obligationObject = z.object(obligationFields);
export const obligationInput = obligationObject.superRefine(coherent);
export type ObligationInput = z.input<typeof obligationInput>;
export type ObligationFields = z.output<typeof obligationInput>;
export const obligationCreate = z.object({ calendar: id, ...obligationFields }).superRefine(coherent);
export type ObligationCreate = z.output<typeof obligationCreate>;
/** One obligation for each contractor, worker or site of a library, with the folder of each for its documents. */
export const obligationSeriesCreate = z
  .object({
    calendar: id,
    ...obligationFields,
    /** Followed by the name of each. */
    title: line(3, SERIES_TITLE_MAX),
    over: z.object({ kind: z.enum(PARTY_KINDS), group: id }),
  })
  .superRefine(coherent);
export type ObligationSeriesCreate = z.output<typeof obligationSeriesCreate>;
export const obligationSeriesMade = z.object({ series: id, obligations: z.number().int() });
export const obligationUpdate = z
  .object({ ...obligationFields, /** The version that was seen. */ version: z.number().int().min(1) })
  .superRefine(coherent);
export type ObligationUpdate = z.output<typeof obligationUpdate>;
/** Who answers for an obligation from now on. */
export const obligationPeople = z
  .object({ responsible: id.nullable(), backup: id.nullable(), version: z.number().int().min(1) })
  .superRefine(twoPeople);
export type ObligationPeople = z.output<typeof obligationPeople>;

const calendarFields = {
  name: line(3, 60),
  description: prose(500).default(''),
  color: z.enum(CALENDAR_COLORS).default('petrol'),
  groups: z.array(id).max(50).refine(unique).default([]),
  /** Absent: the organization's in a new calendar, and as it was in another. */
  timezone: z
    .string()
    .max(60)
    .refine((zone) => TIME_ZONES.has(zone), { error: 'time_zone' })
    .optional(),
  holidays: z.enum(HOLIDAY_PRESETS).default('chile'),
  editors: z.array(id).max(50).refine(unique).default([]),
  active: z.boolean().default(true),
};
export const calendarCreate = z.object({
  ...calendarFields,
  /** Obligations that are made with it, all or none: from templates. */
  obligations: z.array(obligationInput).max(20).default([]),
});
export type CalendarCreate = z.output<typeof calendarCreate>;
export const calendarUpdate = z.object({ ...calendarFields, version: z.number().int().min(1) });
export type CalendarUpdate = z.output<typeof calendarUpdate>;

const titled = z.object({ _id: id, title: z.string() });
const status = z.enum(OCCURRENCE_STATUSES);

export const obligation = z.object({
  _id: id,
  calendar: id,
  ...obligationFields,
  title: z.string(),
  authority: z.string(),
  legalBasis: z.string(),
  recurrence: z.string(),
  startsOn: day,
  endsOn: day.nullable(),
  /** Null also where the caller does not see it (docs/domain/calendars.md). */
  group: named.nullable(),
  folder: named.extend({ group: named }).nullable(),
  /** There is a folder that the caller does not see. */
  folderHidden: z.boolean(),
  documentType: named.nullable(),
  labels: z.array(named),
  responsible: person.nullable(),
  backup: person.nullable(),
  /** The next day on which it is due and was not decided. */
  nextDueOn: day.nullable(),
  /** The list that it is one of: whoever joins the list gets one too. */
  series: z.object({ _id: id, title: z.string(), kind: z.enum(PARTY_KINDS) }).nullable(),
  /** Whether nothing was due yet, and nobody did anything about a due day: otherwise it is ended, never deleted. */
  deletable: z.boolean(),
  version: z.number().int(),
});
export type Obligation = z.infer<typeof obligation>;

const calendarHead = {
  _id: id,
  name: z.string(),
  description: z.string(),
  color: z.enum(CALENDAR_COLORS),
  /** Those that the caller knows: their own; all of them for an admin. */
  groups: z.array(named),
  timezone: z.string(),
  holidays: z.enum(HOLIDAY_PRESETS),
  editors: z.array(person),
  active: z.boolean(),
  version: z.number().int(),
  /** Whether the caller may change it: admin, manager, or one of its editors. */
  may: z.boolean(),
};
export const calendarSummary = z.object({
  ...calendarHead,
  obligations: z.number().int(),
  overdue: z.number().int(),
  /** Due within thirty days and still open. */
  dueSoon: z.number().int(),
  nextDueOn: day.nullable(),
});
export type CalendarSummary = z.infer<typeof calendarSummary>;
export const calendars = z.object({
  items: z.array(calendarSummary),
  /** Whether the caller may make calendars. */
  may: z.boolean(),
});
export const calendar = z.object({ ...calendarHead, obligations: z.array(obligation) });
export type Calendar = z.infer<typeof calendar>;

export const occurrence = z.object({
  _id: id,
  calendar: z.object({ _id: id, name: z.string(), color: z.enum(CALENDAR_COLORS) }),
  obligation: titled.extend({ authority: z.string() }),
  period: z.string(),
  dueOn: day,
  status,
  decision: z.enum(DECISIONS),
  completedOn: day.nullable(),
  responsible: person.nullable(),
  backup: person.nullable(),
  /** How many documents are required. */
  evidence: z.object({ minCount: z.number().int() }),
  rev: z.number().int(),
});
export type Occurrence = z.infer<typeof occurrence>;

/** A document that shows it, which the caller sees. */
export const evidence = z.object({
  version: id,
  record: titled,
  number: z.number().int().nullable(),
  state: recordState,
  accepted: z.boolean(),
  linkedBy: person,
  linkedAt: moment,
});

/** What was done about a due day that no sheet says otherwise. */
export const HISTORY_KINDS = [
  ...(['submitted', 'done', 'open', 'waived', 'cancelled'] as const),
  ...(['link', 'unlink', 'people'] as const),
  /** A linked document was deleted, or had back. */
  ...(['gone', 'back'] as const),
] as const;
export const HISTORY_SHOWN = 50;
export const historyItem = z.object({
  _id: id,
  kind: z.enum(HISTORY_KINDS),
  /** Null for the server itself, and of `gone` and `back`. */
  by: person.nullable(),
  at: moment,
  /** The document that it is about; null also where the caller saw it until it was deleted. */
  record: titled.nullable(),
  note: z.string(),
  /** Who answers for it since. */
  responsible: person.nullable(),
});
export type HistoryItem = z.infer<typeof historyItem>;

/** What a file becomes that the caller gives as evidence, without being asked anything else. */
export const evidenceDraft = z.object({
  state: recordState,
  scope,
  labels: z.array(id),
});

export const occurrenceSheet = occurrence.extend({
  obligation: titled.extend({
    authority: z.string(),
    /** For who changes its people. */
    version: z.number().int(),
  }),
  legalBasis: z.string(),
  /** The library where its documents belong; null also where the caller does not see it. */
  library: named.nullable(),
  labels: z.array(named),
  folder: named.extend({ group: named }).nullable(),
  documentType: named.nullable(),
  acceptedStates: z.array(recordState),
  /** Of those documents that the caller sees: how many there are, and how many count. The others are only counted. */
  evidence: z.object({
    minCount: z.number().int(),
    linked: z.number().int(),
    accepted: z.number().int(),
    hidden: z.number().int(),
    /** Those that the caller saw until they were deleted. They do not count. */
    gone: z.number().int(),
  }),
  shown: z.array(evidence),
  /** Documents that the caller began as evidence, and whose bytes are still to come; `stopped`: they were given up. */
  uploading: z.array(titled.extend({ stopped: z.boolean() })),
  /** Null where something is missing, or the caller may not upload there: then the wizard asks. */
  draft: evidenceDraft.nullable(),
  /**
   * What was done about it, newest first, as far as the caller may know. What a call changes is in the next answer: the trail
   * is written with the commit.
   */
  history: z.array(historyItem),
  /** The oldest first; null for whoever neither may meet it nor was asked about it. */
  comments: z.array(dueComment).nullable(),
  /** Null also where documents that the caller does not see met it: who linked them is not told. */
  completedBy: person.nullable(),
  decidedBy: person.nullable(),
  decidedAt: moment.nullable(),
  note: z.string(),
  /** The days on which somebody may say that it was met. */
  doneBetween: z.object({ from: day, to: day }),
  may: z.object({
    /** May link documents, and say that it was done. */
    fulfil: z.boolean(),
    /** May give documents: also whoever was asked for one. */
    give: z.boolean(),
    /** May waive, cancel and reopen. */
    decide: z.boolean(),
  }),
});
export type OccurrenceSheet = z.infer<typeof occurrenceSheet>;

const queryStatuses = z
  .string()
  .max(200)
  .regex(new RegExp(`^(${OCCURRENCE_STATUSES.join('|')})(,(${OCCURRENCE_STATUSES.join('|')}))*$`))
  .transform((list) => list.split(','))
  .pipe(z.array(status));
/** GET calendars/occurrences: maximum number of days in one call. */
export const OCCURRENCE_RANGE_DAYS = 400;
export const occurrencesQuery = z
  .object({
    from: plannedDay,
    to: plannedDay,
    calendar: queryIds.optional(),
    responsible: queryIds.optional(),
    /** Only those for which nobody is responsible, or nobody whose account is in use. */
    nobody: z.literal('yes').optional(),
    obligation: queryIds.optional(),
    status: queryStatuses.optional(),
  })
  .superRefine(({ from, to }, context) => {
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
    if (days >= 0 && days <= OCCURRENCE_RANGE_DAYS) return;
    context.addIssue({ code: 'custom', path: ['to'], message: 'range_days', input: to });
  });
export type OccurrencesQuery = z.output<typeof occurrencesQuery>;
export const occurrences = z.object({
  items: z.array(occurrence),
  /** There are more than were given: choose fewer days or calendars. */
  more: z.boolean(),
});
export const OCCURRENCES_SHOWN = OCCURRENCES_MAX * 5;

const rev = z.number().int().min(0);
export const complete = z.object({ rev, completedOn: plannedDay.optional(), note: prose(500).default('') });
export const waive = z.object({ rev, reason: line(3, 500) });
export const cancel = z.object({ rev, note: prose(500).default('') });
export const reopen = z.object({ rev });
export const evidenceCreate = z.object({
  rev,
  record: id,
  /** Where it is missing, the version that the caller sees. */
  version: id.optional(),
});

export const feedState = z.object({ createdAt: moment.nullable(), lastReadAt: moment.nullable() });
/** The address is shown only once: only its hash is stored. */
export const feedCreated = z.object({ url: z.string(), createdAt: moment });
/** 32 random bytes. */
export const feedSecret = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
