import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type {
  ReportMailFilters,
  ReportMailFormat,
  ReportMailOutcome,
} from '#shared/report/report-mails.schemas.ts';
import type { Moment, Uuid } from './columns.ts';

/** The report by mail each month, as somebody planned it. */
export interface ReportMailsTable {
  id: Uuid;
  organization: Uuid;
  version: Generated<number>;
  /** Of the month, before it is moved to a working day. */
  day: number;
  formats: ReportMailFormat[];
  filters: JSONColumnType<ReportMailFilters | Record<string, never>, string | null, string | null> | null;
  created_by: Uuid;
  created_at: Moment;
  /** The last month that was seen to, `YYYY-MM`: its mails are queued, or it is over. */
  handled_month: string;
  missed_month: Generated<string | null>;
}

/** Who is to get one. */
export interface ReportMailPeopleTable {
  report_mail: Uuid;
  user_id: Uuid;
  left_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** One mail: to one person, in one month. Its files are made when it is sent. */
export interface ReportMailSendsTable {
  id: Uuid;
  organization: Uuid;
  report_mail: Uuid;
  user_id: Uuid;
  month: string;
  is_try: boolean;
  sending: ReportMailOutcome;
  queued_at: Moment;
  available_at: Moment;
  /** The process's name for its try, while it has it. */
  taken_by: Generated<Uuid | null>;
  attempts: Generated<number>;
  last_error: Generated<string | null>;
  ended_at: Generated<Date | null>;
}
