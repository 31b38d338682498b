import { z } from 'zod';
import { LABEL_SEARCH } from '../domain/limits.ts';
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

export const labelTag = named.extend({ icon: z.string() });
export type LabelTag = z.infer<typeof labelTag>;

export const labelSearch = z.object({
  exclude: queryIds.optional(),
  text: line(LABEL_SEARCH.min, LABEL_SEARCH.max),
  group: id.optional(),
});
