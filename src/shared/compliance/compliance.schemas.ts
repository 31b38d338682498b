import { z } from 'zod';
import { recordState } from '../access/access.schemas.ts';
import { PAGE } from '../platform/limits.ts';
import {
  cursor,
  day,
  givenDay,
  id,
  judgedDay,
  line,
  moment,
  named,
  person,
  prose,
  queryNumber,
} from '../platform/primitives.ts';
import { COLOURS } from './roll-up.ts';
import {
  APPLIES_TO,
  EXEMPTIONS_MAX,
  PERIODICITIES,
  REASONS,
  RULE_STATUS,
  SEVERITIES,
  VALIDITY_BASES,
} from './rule.ts';

const text = (max: number) => z.union([z.literal(''), line(1, max)]).default('');
const unique = <T>(list: readonly T[]): boolean => new Set(list).size === list.length;

export const ruleMatch = z.object({
  documentType: id.nullable().default(null),
  labelsAll: z.array(id).max(50).default([]),
  labelsAny: z.array(id).max(50).default([]),
  titlePattern: text(80),
});

export const ruleValidity = z.object({
  basis: z.enum(VALIDITY_BASES),
  months: z.number().int().min(1).max(600).nullable().default(null),
  graceDays: z.number().int().min(0).max(366).default(0),
});

export const exemptionInput = z.object({
  folder: id,
  reason: line(3, 200),
  until: givenDay.nullable().default(null),
});

const fields = {
  code: text(40),
  name: line(3, 80),
  appliesTo: z.enum(APPLIES_TO),
  match: ruleMatch,
  minCount: z.number().int().min(1).max(1000).default(1),
  acceptedStates: z.array(recordState).min(1).max(7).refine(unique).default([3]),
  validity: ruleValidity,
  periodicity: z.enum(PERIODICITIES).default('once'),
  severity: z.enum(SEVERITIES).default('blocking'),
  responsible: id.nullable().default(null),
  warnDays: z.array(z.number().int().min(1).max(366)).max(10).refine(unique).default([60, 30, 15, 7]),
  legalBasis: text(200),
  /** From when on it asks for something. In a folder that was made later, from that day on. */
  startsOn: givenDay.nullable().default(null),
  exemptions: z
    .array(exemptionInput)
    .max(EXEMPTIONS_MAX)
    .refine((list) => unique(list.map((each) => each.folder)), { error: 'exempt_twice' })
    .default([]),
  active: z.boolean().default(true),
};

interface Checked {
  readonly match: z.output<typeof ruleMatch>;
  readonly validity: z.output<typeof ruleValidity>;
  readonly periodicity: string;
}
/** Refuses a rule that asks for nothing, or whose validity cannot be computed. */
function coherent({ match, validity, periodicity }: Checked, context: z.core.$RefinementCtx): void {
  const refuse = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message, input: undefined });
  const { documentType, labelsAll, labelsAny, titlePattern } = match;
  if (documentType === null && labelsAll.length + labelsAny.length === 0 && titlePattern === '') {
    refuse(['match'], 'rule_match');
  }
  const once = periodicity === 'once';
  if (validity.basis === 'period' && once) refuse(['periodicity'], 'rule_period');
  if (validity.basis === 'issuedOn' && once && validity.months === null) {
    refuse(['validity', 'months'], 'rule_months');
  }
}

export const ruleCreate = z.object({ folder: id, ...fields }).superRefine(coherent);
export const ruleUpdate = z
  .object({ ...fields, /** The version that was seen. */ version: z.number().int().min(1) })
  .superRefine(coherent);
export type RuleCreate = z.output<typeof ruleCreate>;
export type RuleUpdate = z.output<typeof ruleUpdate>;
export type RuleInput = z.input<typeof ruleCreate>;

export const exemption = exemptionInput.extend({
  reason: prose(200),
  folder: named,
  by: person.nullable(),
  at: moment,
});

export const rule = z.object({
  _id: id,
  /** The folder that has the rule. A rule for each sub-folder is judged in those. */
  folder: named,
  ...fields,
  match: z.object({
    documentType: named.nullable(),
    labelsAll: z.array(named),
    labelsAny: z.array(named),
    titlePattern: z.string(),
  }),
  code: z.string(),
  name: z.string(),
  legalBasis: z.string(),
  responsible: person.nullable(),
  exemptions: z.array(exemption),
  version: z.number().int(),
  updatedAt: moment,
});
export type Rule = z.infer<typeof rule>;

export const rulesOfFolder = z.object({
  rules: z.array(rule),
  /** Whether the caller may change them: publish, or admin. */
  may: z.boolean(),
});

export const complianceQuery = z.object({ asOf: judgedDay.optional() });

const titled = z.object({ _id: id, title: z.string() });
export const reason = z.object({
  code: z.enum(REASONS),
  record: titled.optional(),
  state: recordState.optional(),
  until: day.nullable().optional(),
  period: z.string().optional(),
  have: z.number().int().optional(),
  need: z.number().int().optional(),
});
export type RuleReason = z.infer<typeof reason>;

const colour = z.enum(COLOURS);
export const ruleResult = z.object({
  rule: z.object({
    _id: id,
    code: z.string(),
    name: z.string(),
    severity: z.enum(SEVERITIES),
    periodicity: z.enum(PERIODICITIES),
    legalBasis: z.string(),
    folder: named,
  }),
  status: z.enum(RULE_STATUS),
  /** Reasons about documents that the caller sees; the status counts all documents. */
  reasons: z.array(reason),
  satisfiedBy: z.array(z.object({ record: titled, version: id })),
  dueSoon: z.boolean(),
  /** The rule's first day, where it asks for nothing yet. Reports that were frozen before rules had one do not say. */
  startsOn: day.nullable().optional(),
  failsOn: day.nullable(),
  nextChangeOn: day.nullable(),
  exemption: z.object({ reason: z.string(), until: day.nullable() }).nullable(),
});
export type RuleResult = z.infer<typeof ruleResult>;

export const folderCompliance = z.object({
  folder: named,
  asOf: day,
  colour,
  dueSoon: z.boolean(),
  /** By the rules that judge this folder itself. */
  results: z.array(ruleResult),
  /** Sub-folders, at any depth, that do not comply by their own rules: the first ones by path. */
  below: z.array(z.object({ folder: named, path: z.string(), blocking: z.number().int() })),
  /** Whether it is about a past day, computed from the history. */
  reconstructed: z.boolean(),
});
export type FolderCompliance = z.infer<typeof folderCompliance>;

export const groupCompliance = z.object({
  group: id,
  asOf: day,
  /** The colour of the library with everything in it. */
  colour,
  dueSoon: z.boolean(),
  /** Folders with rules in them or below; all others are grey. */
  folders: z.array(z.object({ _id: id, colour, dueSoon: z.boolean() })),
  reconstructed: z.boolean(),
});
export type GroupCompliance = z.infer<typeof groupCompliance>;

/** GET docs/compliance/open: of one library, or of all of the caller's. */
export const openFoldersQuery = z.object({
  group: id.optional(),
  cursor: cursor.optional(),
  limit: queryNumber(z.number().int().min(1).max(PAGE.max)).optional(),
});
export type OpenFoldersQuery = z.output<typeof openFoldersQuery>;

/** A folder in which something is missing or soon will be, by its own rules. */
export const openFolder = z.object({
  /** For a library's root, the library itself. */
  folder: named,
  path: z.string(),
  group: named,
  blocking: z.number().int(),
  warnings: z.number().int(),
  dueSoon: z.boolean(),
  /** The last day on which the first failing rule is or was met, as far as the caller sees the document that says so. */
  dueOn: day.nullable(),
  /** The rules that fail or soon will, with the reasons that the caller may know. */
  results: z.array(ruleResult),
});
export type OpenFolder = z.infer<typeof openFolder>;
export const openFolders = z.object({ items: z.array(openFolder), nextCursor: z.string().nullable() });

/** A folder that does not comply by its own rules, for the dashboard. */
export const redFolder = z.object({
  folder: named,
  path: z.string(),
  group: named,
  blocking: z.number().int(),
});
