import type { ColumnType, JSONColumnType } from 'kysely';
import type { RecordState } from '#shared/access/states.ts';
import type { AppliesTo, Periodicity, Severity, ValidityBasis } from '#shared/compliance/rule.ts';
import type { Day, Moment, Uuid } from './columns.ts';

/* Rules of folders, and how folders stand by them. */

/** An exemption of one folder from a rule. Without a day it never ends. */
export interface StoredExemption {
  folder: Uuid;
  reason: string;
  until: Day | null;
  by: Uuid;
  at: string;
}

export interface ComplianceRulesTable {
  id: Uuid;
  organization: Uuid;
  group_id: Uuid;
  /** For a library's root, the library's id. */
  folder_id: Uuid;
  code: string;
  name: string;
  applies_to: AppliesTo;
  document_type: Uuid | null;
  labels_all: Uuid[];
  labels_any: Uuid[];
  title_pattern: string;
  min_count: number;
  accepted_states: RecordState[];
  basis: ValidityBasis;
  months: number | null;
  grace_days: number;
  periodicity: Periodicity;
  severity: Severity;
  responsible: Uuid | null;
  warn_days: number[];
  legal_basis: string;
  starts_on: Day | null;
  exemptions: ColumnType<StoredExemption[], string, string>;
  active: boolean;
  /** Grows with each change: the optimistic lock of edits, and the key of its history. */
  version: number;
  created_at: Moment;
  updated_at: Moment;
}

export interface ComplianceRuleVersionsTable {
  rule_id: Uuid;
  version: number;
  organization: Uuid;
  group_id: Uuid;
  folder_id: Uuid;
  /** The row as it was from `at` on; null where it was deleted then. */
  definition: JSONColumnType<object, string, string> | null;
  at: Moment;
}

/**
 * How a place stands by its own rules. From each of these days on holds what the other lists have at the same position.
 */
export interface ComplianceTimelinesTable {
  folder_id: Uuid;
  organization: Uuid;
  group_id: Uuid;
  rules: number;
  begins: Day[];
  blocking: number[];
  warnings: number[];
  due_soon: boolean[];
  due_on: (Day | null)[];
  next_on: Day | null;
  /** A digest of what each rule says today. */
  standings: string;
  tell_on: Day | null;
}

/** What people have been told about a rule in a folder. */
export interface ComplianceWarningsTable {
  folder_id: Uuid;
  rule_id: Uuid;
  due_on: Day;
  stage: number;
  organization: Uuid;
  at: Moment;
}

/** Folders, and the root of each library under the library's id (a view). */
export interface CompliancePlacesView {
  id: Uuid;
  parent: Uuid | null;
  name: string;
  group_id: Uuid;
  organization: Uuid;
}

export interface ComplianceStaleTable {
  folder_id: Uuid;
  /** The transaction (xid8) that has to judge it before it commits. */
  marked_by: ColumnType<string, never, never>;
}
