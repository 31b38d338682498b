import type { RecordState } from '../access/states.ts';
import type { Day } from '../platform/days.ts';

/* A folder's rule (docs/domain/compliance.md), and what is judged by it. */

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

/** Maximum number of rules in a folder, and of exemptions in a rule. */
export const RULES_MAX = 100;
export const EXEMPTIONS_MAX = 200;

export interface RuleMatch {
  readonly documentType: string | null;
  readonly labelsAll: readonly string[];
  readonly labelsAny: readonly string[];
  /** Part of the title; `*` matches anything; case and accents do not count. Empty matches any title. */
  readonly titlePattern: string;
}

export interface Validity {
  readonly basis: ValidityBasis;
  /** For `issuedOn`: how many months a document is valid from its day of issue. */
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
  /** From when on it asks for something here; null where it always has. Of periods, those that are over by then are not asked for. */
  readonly startsOn: Day | null;
  /** This folder's own exemption. Without a day it never ends. */
  readonly exemption: { readonly until: Day | null } | null;
}

/** The fields of a record's face that rules look at. */
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

/** Why a rule fails. Details are given where there are any. */
export interface Reason {
  readonly code: ReasonCode;
  /** The document that comes closest. */
  readonly record?: string;
  /** WRONG_STATE: its state. */
  readonly state?: RecordState;
  /** EXPIRED: its last day, or null where it has no date. */
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
  /** It complies, and will fail soon: one of the days of warning has come. */
  readonly dueSoon: boolean;
  /** The first day on which it fails if nothing is done; null where it fails already, or no such day is known. */
  readonly failsOn: Day | null;
  /** The first later day on which status or warning change. */
  readonly nextChangeOn: Day | null;
  /** The rule's first day here, where it asks for nothing yet. */
  readonly startsOn: Day | null;
}
