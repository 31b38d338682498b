import { z } from 'zod';
import { labelTag } from '../labels/labels.schemas.ts';
import { member, memberRoles } from '../people/people.schemas.ts';
import { DESCRIPTION_MAX, LABELS_MAX, LIBRARY_NAME, MEMBERS_SAVED_MAX } from '../platform/limits.ts';
import { libraryNameProblem } from '../platform/names.ts';
import { id, line, moment, named, prose } from '../platform/primitives.ts';

/* Libraries as their administration shows them. Paths and rows call them groups (docs/glossary.md). */

/** A library lies on disks under its own name: what a disk would refuse is refused. */
export const libraryName = line(LIBRARY_NAME.min, LIBRARY_NAME.max).superRefine((name, context) => {
  const problem = libraryNameProblem(name);
  if (problem) context.addIssue({ code: 'custom', message: `disk_${problem}` });
});

/** A row of the list; counts of documents and their bytes are of what the caller sees (the one visibility rule). */
export const libraryRow = named.extend({
  description: z.string(),
  department: named.nullable(),
  createdAt: moment,
  archivedAt: moment.nullable(),
  members: z.number().int(),
  folders: z.number().int(),
  /** Up to LIBRARY_COUNT_MAX, one more where there are more. */
  records: z.number().int(),
  /** Bytes of those documents. */
  size: z.number().int(),
});
export type LibraryRow = z.infer<typeof libraryRow>;

export const libraryMember = member.extend({
  enabled: z.boolean(),
  /** They are an author of something here, and stop being one where they leave; for admins alone. */
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
  /** Of what the form and the matrix show: changes with either. */
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

/** What is absent stays as it is. All of it is written together, or none of it. */
export const libraryUpdate = z.object({
  rev: z.string().max(80).optional(),
  name: libraryName.optional(),
  description: prose(DESCRIPTION_MAX).optional(),
  department: id.nullable().optional(),
  defaultLabels: labels.optional(),
  /** Who becomes a member or gets other roles, and who leaves. */
  members: z
    .object({
      set: z.array(memberSet).max(MEMBERS_SAVED_MAX).default([]),
      remove: z.array(id).max(MEMBERS_SAVED_MAX).default([]),
    })
    .optional(),
});
export type LibraryUpdate = z.output<typeof libraryUpdate>;
