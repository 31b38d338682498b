import { z } from 'zod';
import { LABEL_NAME_MAX, LABEL_SEARCH } from '../platform/limits.ts';
import { id, line, named, queryIds } from '../platform/primitives.ts';
import { DEFAULT_LABEL_ICON, LABEL_ICON_NAMES } from './label-icons.ts';

/** Shown as the path `root / parent / name`. */
export const label = named.extend({
  icon: z.string(),
  parent: named.nullable(),
  rootParent: named.nullable(),
  children: z.array(id),
  /** Libraries where it is assignable; empty means all. */
  groups: z.array(id),
});
export type Label = z.infer<typeof label>;

export const labelTag = named.extend({ icon: z.string() });
export type LabelTag = z.infer<typeof labelTag>;

export const labelSearch = z.object({
  exclude: queryIds.optional(),
  text: line(LABEL_SEARCH.min, LABEL_SEARCH.max),
  group: id.optional(),
});

/** A place: a library, and a folder in it or its root. */
export const labelsUsed = z.object({ group: id, folder: id.optional() });

/**
 * A label that is assignable in a library, and where the documents that the caller sees have it: in the folder, in the
 * library, elsewhere in the organization, or nowhere.
 */
export const usedLabel = z.object({ label, where: z.enum(['folder', 'library', 'elsewhere', 'nowhere']) });
export type UsedLabel = z.infer<typeof usedLabel>;

const labelIcon = z.enum(LABEL_ICON_NAMES);
const libraries = z
  .array(id)
  .max(200)
  .transform((ids) => [...new Set(ids)]);

/** A new label: a root where no parent is given, assignable everywhere where no library is. */
export const labelCreate = z.object({
  name: line(1, LABEL_NAME_MAX),
  icon: labelIcon.default(DEFAULT_LABEL_ICON),
  parent: id.nullable().default(null),
  groups: libraries.default([]),
});
export type LabelCreate = z.output<typeof labelCreate>;

const rev = z.number().int().min(0).max(2_147_483_647);
const count = z.number().int().min(0);

/** A label as admins edit it. */
export const managedLabel = label.extend({
  rev,
  /** Documents that have it, counted up to a limit, without those in the bin. */
  records: count,
});
export type ManagedLabel = z.infer<typeof managedLabel>;

/** Everything that uses a label, visible to the caller or not: what a merge or a deletion would change. */
export const labelUse = z.object({
  /** Documents with it in either face, those in the bin included. */
  records: count,
  /** Those of them whose published face has it. */
  published: count,
  /** The same by library. */
  libraries: z.array(named.extend({ records: count })),
  /** Libraries and folders that have it as a default label. */
  defaults: z.array(named.extend({ kind: z.enum(['library', 'folder']), group: id })),
  rules: count,
  /** Obligations of calendars that refer to it. */
  obligations: count,
  searches: count,
});
export type LabelUse = z.infer<typeof labelUse>;

export const labelDetail = managedLabel.extend({ use: labelUse });
export type LabelDetail = z.infer<typeof labelDetail>;

/** Absent fields stay as they are. Where it is not assignable any more, documents that have it keep it. */
export const labelUpdate = z.object({
  rev,
  name: line(1, LABEL_NAME_MAX).optional(),
  icon: labelIcon.optional(),
  parent: id.nullable().optional(),
  groups: libraries.optional(),
});
export type LabelUpdate = z.output<typeof labelUpdate>;

export const labelMerge = z.object({ into: id });

/** What a merge of two labels would do. */
export const mergePreview = z.object({
  use: labelUse,
  /** Documents that have both already. */
  both: count,
  /** Where the remaining label is assignable afterwards; empty means everywhere. */
  groups: z.array(named),
  /** Whether it becomes assignable in more libraries. */
  widened: z.boolean(),
  children: z.array(named),
});
export type MergePreview = z.infer<typeof mergePreview>;
