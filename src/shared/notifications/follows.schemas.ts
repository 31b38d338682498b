import { z } from 'zod';
import { id, named } from '../platform/primitives.ts';

/** What can be followed: a document; a folder, with all that lies below it; a whole library. */
export const FOLLOWABLE = ['record', 'folder', 'group'] as const;
export const followable = z.enum(FOLLOWABLE);
export type Followable = z.infer<typeof followable>;

export const followParams = z.object({ what: followable, id });

export const follow = z.object({
  what: followable,
  _id: id,
  /** The document's title, the folder with the names above it, or the library's name. */
  name: z.string(),
  /** The library that it is in, or is. */
  group: named,
});
export type Follow = z.infer<typeof follow>;
