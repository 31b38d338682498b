import { z } from 'zod';
import { ruleResult } from '../compliance/compliance.schemas.ts';
import { COLOURS } from '../compliance/roll-up.ts';
import { rut } from '../people/people.schemas.ts';
import { fileName } from '../platform/files/file-name.ts';
import { tableFormat } from '../platform/files/table-file.ts';
import { itemError } from '../platform/item-error.ts';
import { BATCH_MAX, NAME_MAX, NOTES_MAX, PAGE } from '../platform/limits.ts';
import { cursor, day, email, id, line, moment, named, prose, queryNumber } from '../platform/primitives.ts';
import { ENTRY_REASONS, LIGHTS } from './entry.ts';
import { PARTY_KINDS } from './party.ts';

const kind = z.enum(PARTY_KINDS);
/** With points, and what else people write into the field. */
const RUT_TYPED_MAX = 40;

/** What is written about a party, beside its name. */
const facts = {
  rut: rut.nullable(),
  /** Whom to write to. */
  contact: line(2, 80).nullable(),
  email: email.nullable(),
  phone: line(3, 40).nullable(),
  notes: prose(NOTES_MAX),
  /** Whom a worker works for; null for one of the organization's own, and for other kinds. */
  contractor: id.nullable(),
};

/** Of a new one: what is not given is not known. */
const newFacts = {
  rut: facts.rut.default(null),
  contact: facts.contact.default(null),
  email: facts.email.default(null),
  phone: facts.phone.default(null),
  notes: facts.notes.default(''),
  contractor: facts.contractor.default(null),
};

/** Whether a folder may have the name, and whether the RUT is one, is said for each item. */
const newParty = z.object({
  name: line(1, NAME_MAX),
  ...newFacts,
  rut: line(1, RUT_TYPED_MAX).nullable().default(null),
});

const checkKind = (
  value: { readonly kind: string; readonly items: readonly { readonly contractor: string | null }[] },
  context: z.core.$RefinementCtx,
): void => {
  for (const [at, item] of value.items.entries())
    if (item.contractor !== null && value.kind !== 'worker')
      context.addIssue({
        code: 'custom',
        path: ['items', at, 'contractor'],
        message: 'contractor',
        input: item,
      });
};

export const partiesCreate = z
  .object({
    kind,
    group: id,
    /**
     * The folder in which each gets a folder of its own, null for the library's top. Without it: where the last one of
     * this kind was made in this library, else a folder `Contratistas`, `Trabajadores` or `Obras` at the top.
     */
    parent: id.nullable().optional(),
    items: z.array(newParty).min(1).max(BATCH_MAX),
  })
  .superRefine(checkKind);
export type PartiesCreate = z.output<typeof partiesCreate>;

/** A folder that exists becomes the folder of a party. */
export const partyAdopt = z.object({ kind, folder: id, ...newFacts }).superRefine((value, context) => {
  checkKind({ kind: value.kind, items: [value] }, context);
});
export type PartyAdopt = z.output<typeof partyAdopt>;

/** What is not given stays as it is. */
export const partyUpdate = z
  .object({ name: fileName, ...facts })
  .partial()
  .extend({
    /** What was seen: refused where somebody has changed it since. */
    rev: z.number().int().min(0),
  });
export type PartyUpdate = z.output<typeof partyUpdate>;

export const partyEnded = z.object({ ended: z.boolean() });

export const assignments = z.object({
  /** Workers and contractors. */
  add: z.array(id).max(BATCH_MAX).default([]),
  remove: z.array(id).max(BATCH_MAX).default([]),
});
export type Assignments = z.output<typeof assignments>;

const flag = z.enum(['yes', 'no']);

export const partiesQuery = z.object({
  kind: kind.optional(),
  group: id.optional(),
  /** Words of the name; a RUT, where the caller may read it. */
  q: line(1, 80).optional(),
  /** Who works for this contractor. */
  contractor: id.optional(),
  /** Who is assigned to this site; sites to which this party is assigned. */
  at: id.optional(),
  standing: z.enum(COLOURS).optional(),
  /** Those who have ended too. */
  ended: flag.optional(),
  cursor: cursor.optional(),
  limit: queryNumber(z.number().int().min(1).max(PAGE.max)).optional(),
});
export type PartiesQuery = z.output<typeof partiesQuery>;

/** How it stands by the rules of its folder and of all below. */
export const partyStanding = z.object({
  colour: z.enum(COLOURS),
  dueSoon: z.boolean(),
  /** Rules that fail: blocking ones, and those that only warn. */
  blocking: z.number().int(),
  warnings: z.number().int(),
  /** Whether what it was judged by has changed and it was not judged again yet. */
  unsure: z.boolean(),
});

const head = {
  _id: id,
  kind,
  /** The name of its folder. */
  name: z.string(),
  ended: moment.nullable(),
  standing: partyStanding,
};

export const party = z.object({
  ...head,
  folder: named,
  group: named,
  /** Null where there is none, and for whoever has no role in its library. */
  rut: z.string().nullable(),
  contact: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  notes: z.string(),
  contractor: named.nullable(),
  /** How many work for a contractor, and at how many sites a contractor or a worker is; for a site, who is there. */
  workers: z.number().int(),
  sites: z.number().int(),
  rev: z.number().int(),
  may: z.object({
    /** Change it, assign it, ask for its documents: role upload in its library. */
    edit: z.boolean(),
    /** Read its RUT and contact: any role in its library. */
    facts: z.boolean(),
  }),
});
export type Party = z.infer<typeof party>;
export const parties = z.object({ items: z.array(party), nextCursor: z.string().nullable() });

/** With what it owes. */
export const partyDetail = party.extend({
  /** Its folder's path in the library, from the top. */
  path: z.array(named),
  /** By the rules that judge its folder. */
  results: z.array(ruleResult),
});
export type PartyDetail = z.infer<typeof partyDetail>;

export const partiesCreated = z.object({
  /** One for each item, in their order. */
  items: z.array(
    z.union([
      z.object({ ok: z.literal(true), party: id, folder: id }),
      z.object({ ok: z.literal(false), error: itemError }),
    ]),
  ),
});

export const gateQuery = z.object({
  /** Words of a name; a RUT, where the caller may read it. Finds those who are not assigned too. */
  q: line(1, 80).optional(),
  cursor: cursor.optional(),
  limit: queryNumber(z.number().int().min(1).max(PAGE.max)).optional(),
});
export type GateQuery = z.output<typeof gateQuery>;

export const entrant = z.object({
  worker: z.object({ _id: id, name: z.string(), rut: z.string().nullable(), folder: id }),
  contractor: z.object({ _id: id, name: z.string(), folder: id }).nullable(),
  light: z.enum(LIGHTS),
  reasons: z.array(z.enum(ENTRY_REASONS)),
  /** The names of the rules that fail, the worker's and the contractor's. */
  missing: z.array(z.string()),
  contractorMissing: z.array(z.string()),
  /** Something that is in order now ends soon. */
  dueSoon: z.boolean(),
});
export type EntrantRow = z.infer<typeof entrant>;

export const gate = z.object({
  site: named,
  /** The moment for which this holds. Older answers are none. */
  at: moment,
  day,
  items: z.array(entrant),
  nextCursor: z.string().nullable(),
});
export type Gate = z.infer<typeof gate>;

export const partyExport = tableFormat.extend({
  site: id.optional(),
  group: id.optional(),
});
export type PartyExport = z.output<typeof partyExport>;
