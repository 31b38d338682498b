import { z } from 'zod';
import { APPLIES_TO, PERIODICITIES, SEVERITIES } from '../compliance/rule.ts';
import { RETENTION_EVENTS } from '../keeping/retention.ts';
import { day, id, line, named, plannedDay } from '../platform/primitives.ts';
import { FIRST_STEPS } from './first-steps.ts';
import { ITEM_KINDS, ITEM_STATES, SET_KEYS } from './starter-set.ts';

const count = z.number().int().min(0);

/** How far an organization is set up. */
export const firstSteps = z.object({
  /** Whether an admin has put the list away, for all of them. */
  dismissed: z.boolean(),
  steps: z.array(
    z.object({
      key: z.enum(FIRST_STEPS),
      done: z.boolean(),
      /** Whether an admin can do it. What only the server's operator can does not keep the list open. */
      possible: z.boolean(),
    }),
  ),
});
export type FirstSteps = z.infer<typeof firstSteps>;
export const firstStepsUpdate = z.object({ dismissed: z.boolean() });

export const setByKey = z.object({ key: z.enum(SET_KEYS) });

export const starterSetSummary = z.object({
  key: z.enum(SET_KEYS),
  name: z.string(),
  description: z.string(),
});

const itemHead = {
  /** Names it within its set. */
  key: z.string(),
  name: z.string(),
  /** The item that it lies in: a label's parent, a folder's library, a rule's folder. */
  within: z.string().nullable(),
  needs: z.array(z.string()),
  state: z.enum(ITEM_STATES),
};
const kind = <K extends (typeof ITEM_KINDS)[number]>(name: K) => z.literal(name);

/** One thing of a starter set, as it would be made. */
export const starterItem = z.discriminatedUnion('kind', [
  z.object({
    ...itemHead,
    kind: kind('type'),
    code: z.string(),
    /** Null where nothing says how long it is kept. */
    retentionMonths: z.number().int().nullable(),
    retentionFrom: z.enum(RETENTION_EVENTS),
    retentionBasis: z.string().nullable(),
    reviewMonths: z.number().int().nullable(),
  }),
  z.object({ ...itemHead, kind: kind('label'), icon: z.string() }),
  z.object({ ...itemHead, kind: kind('library'), description: z.string() }),
  z.object({ ...itemHead, kind: kind('folder') }),
  z.object({
    ...itemHead,
    kind: kind('rule'),
    code: z.string(),
    type: z.string(),
    appliesTo: z.enum(APPLIES_TO),
    periodicity: z.enum(PERIODICITIES),
    severity: z.enum(SEVERITIES),
    legalBasis: z.string(),
  }),
  z.object({ ...itemHead, kind: kind('calendar'), description: z.string() }),
  z.object({
    ...itemHead,
    kind: kind('obligation'),
    authority: z.string(),
    legalBasis: z.string(),
    recurrence: z.string(),
    /** Where the documents that show it are kept: `library / folder`. */
    place: z.string(),
  }),
]);
export type StarterItem = z.infer<typeof starterItem>;

export const starterSet = starterSetSummary.extend({
  items: z.array(starterItem),
  /** From when on its rules ask for something, unless another day is chosen: the next month. */
  startsOn: day,
  /** Libraries that the caller may choose for what shows that obligations were met. */
  libraries: z.array(named),
});
export type StarterSetPreview = z.infer<typeof starterSet>;

const KEY_MAX = 200;
const ITEMS_MAX = 300;
const itemKey = line(1, KEY_MAX);

export const starterSetApply = z.object({
  /** What is made, with what it needs. */
  items: z.array(itemKey).min(1).max(ITEMS_MAX),
  startsOn: plannedDay,
  /** Who answers for the obligations; null for nobody yet. */
  responsible: id.nullable().default(null),
  /** Other people for some of them. */
  others: z
    .array(z.object({ item: itemKey, responsible: id.nullable() }))
    .max(ITEMS_MAX)
    .default([]),
  /** The library that shows the obligations; null for the folders of the set. */
  library: id.nullable().default(null),
});
export type StarterSetApply = z.output<typeof starterSetApply>;

export const starterSetApplied = z.object({
  /** How many of each kind were made. */
  made: z.record(z.enum(ITEM_KINDS), count),
  libraries: z.array(named),
  calendars: z.array(named),
});
export type StarterSetApplied = z.infer<typeof starterSetApplied>;
