import type { Scope } from '#shared/access/scopes.ts';
import type { Record, RecordUpdate } from '#shared/documents/records.schemas.ts';

/** The editable values of the sheet; '' for an empty one. */
export interface Sheet {
  title: string;
  documentType: string;
  scope: Scope;
  code: string;
  date: string;
  issuedOn: string;
  validFrom: string;
  expiresOn: string;
  nextReviewOn: string;
  labels: string[];
  notes: string;
  authors: string[];
}

export const sheetOf = (record: Record): Sheet => ({
  title: record.title,
  documentType: record.documentType?._id ?? '',
  scope: record.scope,
  code: record.code ?? '',
  date: record.date,
  issuedOn: record.issuedOn ?? '',
  validFrom: record.validFrom ?? '',
  expiresOn: record.expiresOn ?? '',
  nextReviewOn: record.nextReviewOn ?? '',
  labels: record.labels.map((label) => label._id),
  notes: record.notes,
  authors: record.authors.map(({ user }) => user._id),
});

/** Fields of the sheet that differ from what was loaded. */
export const changedFields = (before: Sheet, now: Sheet): (keyof Sheet)[] =>
  (Object.keys(before) as (keyof Sheet)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(now[field]),
  );

const EMPTY_IS_NULL = new Set<keyof Sheet>([
  'documentType',
  'code',
  'issuedOn',
  'validFrom',
  'expiresOn',
  'nextReviewOn',
]);

/** The body of PUT docs/records for these fields. Authors have a call of their own. */
export function updateOf(now: Sheet, fields: readonly (keyof Sheet)[], rev: number): RecordUpdate {
  const entries = fields
    .filter((field) => field !== 'authors')
    .map((field) => [field, EMPTY_IS_NULL.has(field) && now[field] === '' ? null : now[field]] as const);
  return { rev, ...Object.fromEntries(entries) };
}
