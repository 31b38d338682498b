import { STATE } from '../../access/states.ts';
import { CHILE } from '../../organization/holidays.ts';
import { evaluate } from '../evaluate.ts';
import type { JudgedFace, JudgedRecord, JudgedRule, Outcome } from '../rule.ts';

/* Rules and documents for tests, with usual values for what a test does not name. */

export type RuleValues = Partial<Omit<JudgedRule, 'match' | 'validity'>> & {
  match?: Partial<JudgedRule['match']>;
  validity?: Partial<JudgedRule['validity']>;
};

/** A rule that asks for one published document of type T. */
export const rule = ({ match, validity, ...values }: RuleValues = {}): JudgedRule => ({
  match: { documentType: 'T', labelsAll: [], labelsAny: [], titlePattern: '', ...match },
  minCount: 1,
  acceptedStates: [STATE.published],
  validity: { basis: 'none', months: null, graceDays: 0, ...validity },
  periodicity: 'once',
  warnDays: [60, 30, 15, 7],
  startsOn: null,
  exemption: null,
  ...values,
});

export const face = (values: Partial<JudgedFace> = {}): JudgedFace => ({
  version: 'v1',
  state: STATE.published,
  title: 'Documento',
  labels: [],
  documentType: 'T',
  date: '2026-03-02',
  issuedOn: null,
  validFrom: null,
  expiresOn: null,
  ...values,
});

export const published = (record: string, values: Partial<JudgedFace> = {}): JudgedRecord => {
  const one = face(values);
  return { record, working: one, published: one };
};

/** A document that was never published: a draft unless another state is given. */
export const working = (record: string, values: Partial<JudgedFace> = {}): JudgedRecord => ({
  record,
  working: face({ state: STATE.draft, ...values }),
  published: null,
});

/** The result of one rule for a folder with these documents. */
export function judge(given: JudgedRule, records: readonly JudgedRecord[], asOf = '2026-11-21'): Outcome {
  const [first] = evaluate([given], records, asOf, CHILE);
  if (!first) throw new Error('nothing was judged');
  return first.outcome;
}
