import type { Rule, RuleInput } from '#shared/compliance/compliance.schemas.ts';
import type { AppliesTo, Periodicity, Severity, ValidityBasis } from '#shared/compliance/rule.ts';
import type { TemplateRule } from '#shared/compliance/templates.ts';
import type { Day } from '#shared/platform/days.ts';

/** An exemption in the form; its folder may not be chosen yet. */
export interface ExemptionValues {
  folder: string;
  reason: string;
  /** Empty for an exemption without an end. */
  until: string;
}

/** The form's values. Numbers are texts while a person types them. */
export interface RuleValues {
  code: string;
  name: string;
  appliesTo: AppliesTo;
  documentType: string | null;
  labelsAll: string[];
  labelsAny: string[];
  titlePattern: string;
  minCount: number | string;
  acceptedStates: string[];
  basis: ValidityBasis;
  months: number | string;
  graceDays: number | string;
  periodicity: Periodicity;
  severity: Severity;
  responsible: string | null;
  warnDays: string[];
  legalBasis: string;
  /** YYYY-MM-DD; empty where it has always asked. */
  startsOn: string;
  exemptions: ExemptionValues[];
  active: boolean;
}

export const EMPTY: RuleValues = {
  code: '',
  name: '',
  appliesTo: 'folder',
  documentType: null,
  labelsAll: [],
  labelsAny: [],
  titlePattern: '',
  minCount: 1,
  acceptedStates: ['3'],
  basis: 'expiresOn',
  months: 12,
  graceDays: 0,
  periodicity: 'once',
  severity: 'blocking',
  responsible: null,
  warnDays: ['60', '30', '15', '7'],
  legalBasis: '',
  startsOn: '',
  exemptions: [],
  active: true,
};

export const valuesOf = (rule: Rule): RuleValues => ({
  code: rule.code,
  name: rule.name,
  appliesTo: rule.appliesTo,
  documentType: rule.match.documentType?._id ?? null,
  labelsAll: rule.match.labelsAll.map((label) => label._id),
  labelsAny: rule.match.labelsAny.map((label) => label._id),
  titlePattern: rule.match.titlePattern,
  minCount: rule.minCount,
  acceptedStates: rule.acceptedStates.map(String),
  basis: rule.validity.basis,
  months: rule.validity.months ?? EMPTY.months,
  graceDays: rule.validity.graceDays,
  periodicity: rule.periodicity,
  severity: rule.severity,
  responsible: rule.responsible?._id ?? null,
  warnDays: rule.warnDays.map(String),
  legalBasis: rule.legalBasis,
  startsOn: rule.startsOn ?? '',
  exemptions: rule.exemptions.map(({ folder, reason, until }) => ({
    folder: folder._id,
    reason,
    until: until ?? '',
  })),
  active: rule.active,
});

/** An invalid number is sent as it is: the server refuses it at its field. */
const number = (value: number | string): number => (value === '' ? Number.NaN : Number(value));

export const bodyOf = (values: RuleValues): Omit<RuleInput, 'folder'> => ({
  code: values.code,
  name: values.name,
  appliesTo: values.appliesTo,
  match: {
    documentType: values.documentType,
    labelsAll: values.labelsAll,
    labelsAny: values.labelsAny,
    titlePattern: values.titlePattern,
  },
  minCount: number(values.minCount),
  acceptedStates: values.acceptedStates.map(Number) as NonNullable<RuleInput['acceptedStates']>,
  validity: {
    basis: values.basis,
    months: values.basis === 'issuedOn' && values.periodicity === 'once' ? number(values.months) : null,
    graceDays: number(values.graceDays),
  },
  periodicity: values.periodicity,
  severity: values.severity,
  responsible: values.responsible,
  warnDays: values.warnDays.map(Number),
  legalBasis: values.legalBasis,
  startsOn: values.startsOn || null,
  exemptions: values.exemptions.map(({ folder, reason, until }) => ({
    folder,
    reason,
    until: until || null,
  })),
  active: values.active,
});

/** Field names of the form, by the names in the server's errors. */
const FIELDS: Readonly<Record<string, string>> = {
  'match.documentType': 'documentType',
  'match.titlePattern': 'titlePattern',
  'validity.basis': 'basis',
  'validity.months': 'months',
  'validity.graceDays': 'graceDays',
};

export const fieldOf = (name: string): string => FIELDS[name] ?? name;

/** What a new rule begins with: it asks for nothing of the time before it is made. */
export const newRule = (today: Day): RuleValues => ({ ...EMPTY, startsOn: today });

/** The form's values for a template's rule, with the organization's own document type. */
export const valuesOfTemplate = (rule: TemplateRule, documentType: string, today: Day): RuleValues => ({
  ...newRule(today),
  code: rule.code,
  name: rule.name,
  appliesTo: rule.appliesTo,
  documentType,
  basis: rule.validity.basis,
  months: rule.validity.months ?? EMPTY.months,
  graceDays: rule.validity.graceDays,
  periodicity: rule.periodicity,
  severity: rule.severity,
  legalBasis: rule.legalBasis,
});
