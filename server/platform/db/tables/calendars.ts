import type { ColumnType, Generated } from 'kysely';
import type { RecordState } from '#shared/access/states.ts';
import type { CalendarColor, HolidayPreset } from '#shared/calendars/calendars.schemas.ts';
import type { CommentKind, RequestAnswer } from '#shared/calendars/comments.schemas.ts';
import type { DayKind, NonWorkingPolicy } from '#shared/calendars/schedule.ts';
import type { Decision } from '#shared/calendars/status.ts';
import type { PartyKind } from '#shared/contractors/party.ts';
import type { Day, Moment, Uuid } from './columns.ts';

/* Calendars, their obligations, and each time that one falls due. */

export interface CalendarsTable {
  id: Uuid;
  organization: Uuid;
  name: string;
  name_key: string;
  description: string;
  color: CalendarColor;
  timezone: string;
  holidays: HolidayPreset;
  active: boolean;
  /** Null while it is active. */
  inactive_since: Moment | null;
  /** Grows with each change: the optimistic lock of edits. */
  version: number;
  created_by: Uuid;
  created_at: Moment;
  updated_at: Moment;
}

export interface CalendarEditorsTable {
  organization: Uuid;
  calendar_id: Uuid;
  user_id: Uuid;
}

export interface CalendarGroupsTable {
  organization: Uuid;
  calendar_id: Uuid;
  group_id: Uuid;
}

export interface ObligationsTable {
  id: Uuid;
  organization: Uuid;
  calendar_id: Uuid;
  title: string;
  authority: string;
  legal_basis: string;
  /** The library of its documents; that of the folder, where there is one. */
  group_id: Uuid | null;
  folder_id: Uuid | null;
  document_type: Uuid | null;
  labels: Uuid[];
  responsible: Uuid | null;
  backup: Uuid | null;
  recurrence: string;
  starts_on: Day;
  ends_on: Day | null;
  day_kind: DayKind;
  non_working: NonWorkingPolicy;
  term_days: number;
  lead_days: number[];
  min_count: number;
  accepted_states: RecordState[];
  /** The series that it is one of, and whom of the list it is for; null for one that stands alone. */
  series: Uuid | null;
  party: Uuid | null;
  /** It was ended because its party no longer works here; `kept_end` is the end that it had before. */
  away: Generated<boolean>;
  kept_end: Day | null;
  /** Due days from this one on are made from this row as it is. */
  made_from: Day;
  made_to: Day | null;
  version: number;
  created_at: Moment;
  updated_at: Moment;
}

/** Whose obligation of a series somebody took away. */
export interface ObligationSeriesLeftTable {
  series: Uuid;
  party: Uuid;
}

/** An obligation over a list: each party of a kind in a library has one of its own. */
export interface ObligationSeriesTable {
  id: Uuid;
  organization: Uuid;
  calendar_id: Uuid;
  title: string;
  kind: PartyKind;
  group_id: Uuid;
  created_at: Moment;
}

export interface OccurrencesTable {
  id: Uuid;
  organization: Uuid;
  calendar_id: Uuid;
  obligation_id: Uuid;
  period: string;
  due_on: Day;
  decision: Decision;
  completed_by: Uuid | null;
  completed_on: Day | null;
  decided_by: Uuid | null;
  decided_at: Moment | null;
  note: string;
  /** Somebody changed it, so it stays whatever happens to its obligation. */
  touched: boolean;
  /** What it asks for: what its obligation asked for until its day was over. */
  min_count: number;
  accepted_states: RecordState[];
  tell_on: Day | null;
  rev: number;
  created_at: Moment;
}

export interface OccurrenceEvidenceTable {
  organization: Uuid;
  occurrence_id: Uuid;
  record_id: Uuid;
  version_id: Uuid;
  linked_by: Uuid;
  linked_at: Moment;
  accepted_at: Moment | null;
}

/** A document that was begun as evidence. The link is made once its bytes are confirmed. */
export interface OccurrenceUploadsTable {
  record_id: Uuid;
  organization: Uuid;
  occurrence_id: Uuid;
  asked_by: Uuid;
}

/** What somebody wrote about an occurrence. A request asks one person for a document that shows it. */
export interface OccurrenceCommentsTable {
  id: Uuid;
  organization: Uuid;
  occurrence_id: Uuid;
  author: Uuid;
  kind: CommentKind;
  text: string;
  asks: Uuid | null;
  /** How a request ended; null while it is open. */
  answer: RequestAnswer | null;
  answered_at: Moment | null;
  created_at: Moment;
}

/** What was decided about an occurrence, for reports about past days. */
export interface OccurrenceDecisionsTable {
  occurrence_id: Uuid;
  on_day: Day;
  decision: Decision;
  completed_on: Day | null;
  /** What was said with it: the reason of a waiver, the note of who met it. */
  note: Generated<string>;
}

/** Evidence that was taken away since, for reports about past days. */
export interface OccurrenceEvidenceTakenTable {
  occurrence_id: Uuid;
  record_id: Uuid;
  version_id: Uuid;
  linked_at: Moment;
  accepted_at: Moment | null;
  taken_at: Moment;
}

/** An untouched due day that was to come and is no longer asked for, for reports about days before. */
export interface WithdrawnOccurrencesTable {
  id: Uuid;
  organization: Uuid;
  obligation_id: Uuid;
  period: string;
  due_on: Day;
  created_at: Moment;
  /** From this moment on it was not asked for any more. */
  withdrawn_at: Moment;
}

/** What people have been told about an occurrence. */
export interface OccurrenceNoticesTable {
  occurrence_id: Uuid;
  due_on: Day;
  stage: number;
  at: Moment;
}

export interface OccurrenceStaleTable {
  occurrence_id: Uuid;
  /** The transaction (xid8) that has to settle it before it commits. */
  marked_by: ColumnType<string, never, never>;
}

export interface CalendarFeedsTable {
  user_id: Uuid;
  organization: Uuid;
  secret_hash: string;
  created_at: Moment;
  last_read_at: Moment | null;
}
