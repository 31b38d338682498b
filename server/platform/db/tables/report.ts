import type { JSONColumnType } from 'kysely';
import type { Day, Moment, Uuid } from './columns.ts';

/** Snapshots of reports. Rows are only ever added. */
export interface ReportSnapshotsTable {
  id: Uuid;
  organization: Uuid;
  name: string;
  note: string;
  as_of: Day;
  from_month: string;
  to_month: string;
  taken_at: Moment;
  taken_by: Uuid;
  met: number;
  due: number;
  /** Folders that did not comply, by library. */
  red: JSONColumnType<Record<string, number>, string, never>;
  sha256: string;
  content: Buffer;
}
