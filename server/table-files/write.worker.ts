import { peopleFile, templateFile } from '../people-files/write-table.ts';
import { auditFile } from './audit-file.ts';
import { dueDaysIcs } from './due-days-file.ts';
import { reportFile } from './report-file.ts';

/* Files that people take along are made in a thread of this: a workbook of 20,000 rows takes seconds. */

const WRITERS = {
  people: peopleFile,
  peopleTemplate: templateFile,
  audit: auditFile,
  report: reportFile,
  dueDays: dueDaysIcs,
} as const;

export type Writers = typeof WRITERS;

/** What the thread is asked: which file, and what its writer is given. */
export interface WriteJob {
  readonly kind: keyof Writers;
  readonly given: readonly unknown[];
}

export default ({ kind, given }: WriteJob): unknown =>
  (WRITERS[kind] as (...each: readonly unknown[]) => unknown)(...given);
