import { z } from 'zod';
import { LABEL_NAME_MAX, LABEL_SEARCH } from '../domain/limits.ts';
import { id, line, named, queryIds } from './primitives.ts';

/** Shown as the path `root / parent / name` (spec §3). */
export const label = named.extend({
  icon: z.string(),
  parent: named.nullable(),
  rootParent: named.nullable(),
  children: z.array(id),
  /** Libraries where it may be assigned; empty = all. */
  groups: z.array(id),
});
export type Label = z.infer<typeof label>;

/** Until somebody chooses another one. */
const DEFAULT_LABEL_ICON = 'tag';

export const labelTag = named.extend({ icon: z.string() });
export type LabelTag = z.infer<typeof labelTag>;

export const labelSearch = z.object({
  exclude: queryIds.optional(),
  text: line(LABEL_SEARCH.min, LABEL_SEARCH.max),
  group: id.optional(),
});

/** A new label: at the root of the tree where no parent is given, assignable everywhere where no library is. */
export const labelCreate = z.object({
  name: line(1, LABEL_NAME_MAX),
  icon: line(1, 40).default(DEFAULT_LABEL_ICON),
  parent: id.nullable().default(null),
  groups: z
    .array(id)
    .max(200)
    .default([])
    .transform((ids) => [...new Set(ids)]),
});
export type LabelCreate = z.output<typeof labelCreate>;
