import type { RecordState } from '../access/states.ts';
import type { Day } from '../platform/days.ts';

/* What a folder's rule says (docs/domain/compliance.md), and what is judged by it. */

export const APPLIES_TO = ['folder', 'eachChild'] as const;
export type AppliesTo = (typeof APPLIES_TO)[number];
export const VALIDITY_BASES = ['expiresOn', 'issuedOn', 'period', 'none'] as const;
export type ValidityBasis = (typeof VALIDITY_BASES)[number];
export const PERIODICITIES = ['once', 'monthly', 'quarterly', 'yearly'] as const;
export type Periodicity = (typeof PERIODICITIES)[number];
export const SEVERITIES = ['blocking', 'warning'] as const;
export type Severity = (typeof SEVERITIES)[number];
export const REASONS = ['MISSING', 'EXPIRED', 'WRONG_STATE', 'TOO_FEW', 'WRONG_PERIOD'] as const;
export type ReasonCode = (typeof REASONS)[number];
export const RULE_STATUS = ['complies', 'fails', 'exempt'] as const;
export type RuleStatus = (typeof RULE_STATUS)[number];

/** So many rules in one folder, exemptions in one rule. */
export const RULES_MAX = 100;
export const EXEMPTIONS_MAX = 200;

export interface RuleMatch {
  readonly documentType: string | null;
  readonly labelsAll: readonly string[];
  readonly labelsAny: readonly string[];
  /** Part of the title, `*` for anything; case and accents do not count. Empty: any title. */
  readonly titlePattern: string;
}

export interface Validity {
  readonly basis: ValidityBasis;
  /** For `issuedOn`: how long a document is good from its day of issue. */
  readonly months: number | null;
  /** Calendar days after the last day; see `withGrace`. */
  readonly graceDays: number;
}

/** A rule as it is judged in one folder. */
export interface JudgedRule {
  readonly match: RuleMatch;
  readonly minCount: number;
  readonly acceptedStates: readonly RecordState[];
  readonly validity: Validity;
  readonly periodicity: Periodicity;
  readonly warnDays: readonly number[];
  /** This folder's own exemption; without a day it does not end. */
  readonly exemption: { readonly until: Day | null } | null;
}

/** What a face of a record says that a rule may ask for. */
export interface JudgedFace {
  readonly version: string;
  readonly state: RecordState;
  readonly title: string;
  readonly labels: readonly string[];
  readonly documentType: string | null;
  readonly date: Day;
  readonly issuedOn: Day | null;
  readonly validFrom: Day | null;
  readonly expiresOn: Day | null;
}

export interface JudgedRecord {
  readonly record: string;
  readonly working: JudgedFace | null;
  readonly published: JudgedFace | null;
}

/** Why a rule fails; details are there where there is something to say. */
export interface Reason {
  readonly code: ReasonCode;
  /** The document that comes closest. */
  readonly record?: string;
  /** WRONG_STATE: in which it is. */
  readonly state?: RecordState;
  /** EXPIRED: its last day, or null where it carries none. */
  readonly until?: Day | null;
  /** WRONG_PERIOD, TOO_FEW: the period that is owed. */
  readonly period?: string;
  /** TOO_FEW. */
  readonly have?: number;
  readonly need?: number;
}

export interface Outcome {
  readonly status: RuleStatus;
  readonly reasons: readonly Reason[];
  readonly satisfiedBy: readonly { readonly record: string; readonly version: string }[];
  /** It complies, and will not for long: one of the days of warning has come. */
  readonly dueSoon: boolean;
  /** The first day on which it fails if nothing is done; null where it fails already, or none is in sight. */
  readonly failsOn: Day | null;
  /** The first day after this one on which status or warning differ. */
  readonly nextChangeOn: Day | null;
}
