import type { Rule, RuleInput } from '#shared/compliance/compliance.schemas.ts';
import type { AppliesTo, Periodicity, Severity, ValidityBasis } from '#shared/compliance/rule.ts';
import type { TemplateRule } from '#shared/compliance/templates.ts';

/** An exemption in the form; the folder may not be chosen yet. */
export interface ExemptionValues {
  folder: string;
  reason: string;
  /** Empty: without an end. */
  until: string;
}

/** What the form holds; numbers are texts while somebody types them. */
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
  exemptions: rule.exemptions.map(({ folder, reason, until }) => ({
    folder: folder._id,
    reason,
    until: until ?? '',
  })),
  active: rule.active,
});

/** A number that is no number yet goes as it is: the server says at its field what is wrong. */
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
  exemptions: values.exemptions.map(({ folder, reason, until }) => ({
    folder,
    reason,
    until: until || null,
  })),
  active: values.active,
});

/** The fields of the form by the names that the server gives them. */
const FIELDS: Readonly<Record<string, string>> = {
  'match.documentType': 'documentType',
  'match.titlePattern': 'titlePattern',
  'validity.basis': 'basis',
  'validity.months': 'months',
  'validity.graceDays': 'graceDays',
};

export const fieldOf = (name: string): string => FIELDS[name] ?? name;

/** A template's rule as the form would hold it, with the organization's own document type where it has one. */
export function valuesOfTemplate(
  rule: TemplateRule,
  types: readonly { _id: string; name: string; code: string }[],
): RuleValues {
  const type = rule.types
    .map((wanted) => types.find((each) => each.code === wanted || each.name === wanted))
    .find((each) => each !== undefined);
  return {
    ...EMPTY,
    code: rule.code,
    name: rule.name,
    appliesTo: rule.appliesTo,
    documentType: type?._id ?? null,
    // A type that is there says enough; but for papers that only their title tells apart.
    titlePattern: type && !rule.alsoTitle ? '' : rule.titlePattern,
    basis: rule.validity.basis,
    months: rule.validity.months ?? EMPTY.months,
    graceDays: rule.validity.graceDays,
    periodicity: rule.periodicity,
    severity: rule.severity,
    legalBasis: rule.legalBasis,
  };
}
