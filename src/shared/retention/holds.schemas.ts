import { z } from 'zod';
import { scope } from '../access/access.schemas.ts';
import { HOLD_LIMITS, HOLD_STATUS } from '../keeping/holds.ts';
import { PAGE } from '../platform/limits.ts';
import {
  cursor,
  day,
  givenDay,
  id,
  line,
  moment,
  named,
  person,
  prose,
  queryNumber,
} from '../platform/primitives.ts';

const { name, reason, reference, items } = HOLD_LIMITS;
const rev = z.number().int().min(0).max(2_147_483_647);
const why = prose(reason.max).pipe(z.string().min(reason.min));
const paged = {
  cursor: cursor.optional(),
  limit: queryNumber(z.number().int().min(1).max(PAGE.max)).optional(),
};
const ids = z.array(id).max(items).default([]);

const targets = { records: ids, folders: ids, groups: ids };
const fields = {
  name: line(name.min, name.max),
  reason: why,
  /** The number of a case, an audit or a claim. */
  reference: line(1, reference).nullable(),
  /** Its last day; null where it runs until it is released. */
  until: givenDay.nullable(),
};

export const holdCreate = z.object({
  ...fields,
  reference: fields.reference.default(null),
  until: fields.until.default(null),
  ...targets,
});
export const holdUpdate = z.object({ ...fields, rev });
export const holdRelease = z.object({ reason: why });
export const holdAdd = z
  .object(targets)
  .refine(({ records, folders, groups }) => records.length + folders.length + groups.length > 0, {
    error: 'required',
    path: ['records'],
  });
export const holdRemove = z.object({ items: z.array(id).min(1).max(items), reason: why });

export const holdsQuery = z.object({
  /** `active`: running holds; `ended`: expired and released ones. */
  status: z.enum(['active', 'ended']).optional(),
  ...paged,
});

export const hold = z.object({
  _id: id,
  ...{ name: z.string(), reason: z.string(), reference: z.string().nullable(), until: day.nullable() },
  status: z.enum(HOLD_STATUS),
  placedBy: person,
  placedAt: moment,
  releasedBy: person.nullable(),
  releasedAt: moment.nullable(),
  releaseReason: z.string().nullable(),
  /** How many things were put under it. */
  items: z.number().int(),
  /** How many documents are under it now, those in the bin included. */
  documents: z.number().int(),
  rev: z.number().int(),
});
export type Hold = z.infer<typeof hold>;
export const holdPage = z.object({ items: z.array(hold), nextCursor: z.string().nullable() });

export const holdItemsQuery = z.object(paged);
export const holdItem = z.object({
  _id: id,
  kind: z.enum(['record', 'folder', 'group']),
  target: id,
  /** Null where the document is closed to this admin. */
  name: z.string().nullable(),
  /** Its library, and the folders above it. */
  group: named,
  path: z.string().nullable(),
  scope: scope.nullable(),
  binned: z.boolean(),
  /** Whether it was moved out of a held folder or library. */
  followed: z.boolean(),
  addedAt: moment,
  addedBy: person,
});
export type HoldItem = z.infer<typeof holdItem>;
export const holdItemPage = z.object({ items: z.array(holdItem), nextCursor: z.string().nullable() });
