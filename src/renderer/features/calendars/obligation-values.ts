import type { Obligation, ObligationFields, ObligationInput } from '#shared/calendars/calendars.schemas.ts';
import type { Schedule } from '#shared/calendars/schedule.ts';
import type { ObligationTemplate } from '#shared/calendars/templates.ts';
import type { PartyKind } from '#shared/contractors/party.ts';
import { type RecurrenceValues, ruleOf, valuesOfRule } from './recurrence.ts';

/** The values of an obligation's form. */
export interface ObligationValues extends Record<string, unknown> {
  title: string;
  authority: string;
  legalBasis: string;
  group: string | null;
  folder: string | null;
  documentType: string | null;
  responsible: string | null;
  backup: string | null;
  recurrence: RecurrenceValues;
  startsOn: string;
  endsOn: string;
  dayKind: ObligationFields['dayKind'];
  nonWorkingPolicy: ObligationFields['nonWorkingPolicy'];
  termDays: number | string;
  leadDays: string[];
  minCount: number | string;
  acceptedStates: string[];
  labels: string[];
  /** Of a new one: for each of whom it is; empty for one that stands alone. */
  over: PartyKind | '';
  /** The library of that list. */
  overGroup: string | null;
}

export const newObligation = (today: string): ObligationValues => ({
  ...{ title: '', authority: '', legalBasis: '', group: null, folder: null, documentType: null },
  ...{ responsible: null, backup: null, recurrence: valuesOfRule('FREQ=MONTHLY;BYMONTHDAY=10') },
  ...{ startsOn: today, endsOn: '', dayKind: 'corridos', nonWorkingPolicy: 'next', termDays: 0 },
  ...{ leadDays: ['30', '15', '7', '1'], minCount: 1, acceptedStates: ['3'], labels: [] },
  ...{ over: '', overGroup: null },
});

/** The values of a template, from a day on. */
export const fromTemplate = (template: ObligationTemplate, startsOn: string): ObligationInput => ({
  title: template.title,
  authority: template.authority,
  legalBasis: template.legalBasis,
  recurrence: template.recurrence,
  nonWorkingPolicy: template.nonWorkingPolicy,
  termDays: template.termDays,
  leadDays: [...template.leadDays],
  minCount: template.minCount,
  startsOn,
});

export const valuesOf = (obligation: Obligation): ObligationValues => ({
  title: obligation.title,
  authority: obligation.authority,
  legalBasis: obligation.legalBasis,
  group: obligation.group?._id ?? null,
  folder: obligation.folder?._id ?? null,
  documentType: obligation.documentType?._id ?? null,
  responsible: obligation.responsible?._id ?? null,
  backup: obligation.backup?._id ?? null,
  recurrence: valuesOfRule(obligation.recurrence),
  startsOn: obligation.startsOn,
  endsOn: obligation.endsOn ?? '',
  dayKind: obligation.dayKind,
  nonWorkingPolicy: obligation.nonWorkingPolicy,
  termDays: obligation.termDays,
  leadDays: obligation.leadDays.map(String),
  minCount: obligation.minCount,
  acceptedStates: obligation.acceptedStates.map(String),
  labels: obligation.labels.map(({ _id }) => _id),
  ...{ over: '', overGroup: null },
});

/** An empty or incomplete number is sent as it is: the server refuses it at its field, like any other invalid value. */
const number = (value: number | string): number => (value === '' ? Number.NaN : Number(value));

export const scheduleOf = (values: ObligationValues): Schedule => ({
  recurrence: ruleOf(values.recurrence),
  startsOn: values.startsOn,
  endsOn: values.endsOn || null,
  dayKind: values.dayKind,
  nonWorkingPolicy: values.nonWorkingPolicy,
  termDays: number(values.termDays),
});

export const bodyOf = (values: ObligationValues): ObligationInput => ({
  ...scheduleOf(values),
  title: values.title,
  authority: values.authority,
  legalBasis: values.legalBasis,
  group: values.group,
  folder: values.folder,
  documentType: values.documentType,
  labels: values.labels,
  responsible: values.responsible,
  backup: values.backup,
  leadDays: values.leadDays.map(Number),
  minCount: number(values.minCount),
  acceptedStates: values.acceptedStates.map(Number) as ObligationInput['acceptedStates'],
});
