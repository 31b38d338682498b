import { z } from 'zod';
import { labelTag } from '../labels/labels.schemas.ts';
import { member, memberRoles } from '../people/people.schemas.ts';
import { libraryNameProblem } from '../platform/files/names.ts';
import { DESCRIPTION_MAX, LABELS_MAX, LIBRARY_NAME, MEMBERS_SAVED_MAX } from '../platform/limits.ts';
import { id, line, moment, named, prose } from '../platform/primitives.ts';

/* Libraries as their administration shows them. Paths and rows call them groups (docs/glossary.md). */

/** A library is a folder on disks, and has a name there that all disks take (`diskName`). */
export const libraryName = line(LIBRARY_NAME.min, LIBRARY_NAME.max).superRefine((name, context) => {
  const problem = libraryNameProblem(name);
  if (problem) context.addIssue({ code: 'custom', message: `disk_${problem}` });
});

/** A row of the list. Documents and bytes are counted for the caller (docs/domain/roles-and-visibility.md). */
export const libraryRow = named.extend({
  description: z.string(),
  department: named.nullable(),
  createdAt: moment,
  archivedAt: moment.nullable(),
  members: z.number().int(),
  folders: z.number().int(),
  /** At most LIBRARY_COUNT_MAX, or one more where there are more. */
  records: z.number().int(),
  /** Bytes of those documents. */
  size: z.number().int(),
});
export type LibraryRow = z.infer<typeof libraryRow>;

export const libraryMember = member.extend({
  enabled: z.boolean(),
  /** Whether they are an author here, which ends when they leave; for admins only. */
  author: z.boolean().optional(),
});
export type LibraryMember = z.infer<typeof libraryMember>;

/** One library, for its members and for admins. */
export const library = named.extend({
  description: z.string(),
  department: named.nullable(),
  defaultLabels: z.array(labelTag),
  createdAt: moment,
  archivedAt: moment.nullable(),
  /** Changes with what the form and the matrix of members show. */
  rev: z.string(),
  members: z.array(libraryMember),
});
export type Library = z.infer<typeof library>;

const labels = z
  .array(id)
  .max(LABELS_MAX)
  .transform((ids) => [...new Set(ids)]);
const memberSet = memberRoles.extend({ user: id });

export const libraryCreate = z.object({
  name: libraryName,
  description: prose(DESCRIPTION_MAX).default(''),
  department: id.nullable().default(null),
  defaultLabels: labels.default([]),
  members: z.array(memberSet).max(MEMBERS_SAVED_MAX).default([]),
});
export type LibraryCreate = z.output<typeof libraryCreate>;

/** Absent fields stay as they are. All of it is written, or none. */
export const libraryUpdate = z.object({
  rev: z.string().max(80).optional(),
  name: libraryName.optional(),
  description: prose(DESCRIPTION_MAX).optional(),
  department: id.nullable().optional(),
  defaultLabels: labels.optional(),
  /** Who becomes a member, gets other roles, or leaves. */
  members: z
    .object({
      set: z.array(memberSet).max(MEMBERS_SAVED_MAX).default([]),
      remove: z.array(id).max(MEMBERS_SAVED_MAX).default([]),
    })
    .optional(),
});
export type LibraryUpdate = z.output<typeof libraryUpdate>;
