import { z } from 'zod';
import { directoryGroup, libraryRole } from '../access/access.schemas.ts';
import { fileName } from '../platform/file-name.ts';
import { IMPORT, PAGE } from '../platform/limits.ts';
import { cursor, email, id, line, moment, named, person, queryNumber } from '../platform/primitives.ts';
import { tableFormat } from '../platform/table-file.ts';
import { memberRoles, rut } from './people.schemas.ts';

/** A person as an admin sees them, with the libraries that they are a member of. */
export const account = person.extend({
  enabled: z.boolean(),
  email: z.string(),
  rut: z.string().nullable(),
  department: named.nullable(),
  roles: z.array(directoryGroup),
  /** Null for a person who was invited and never signed in. */
  lastSignInAt: moment.nullable(),
  createdAt: moment,
  libraries: z.array(z.object({ group: named, roles: z.array(libraryRole) })),
});
export type Account = z.infer<typeof account>;

const uniqueRoles = z
  .array(directoryGroup)
  .max(2)
  .transform((roles) => [...new Set(roles)]);
const membership = memberRoles.extend({ group: id });
const once = (libraries: readonly { group: string }[]): boolean =>
  new Set(libraries.map(({ group }) => group)).size === libraries.length;

const attributes = z.object({
  email,
  firstname: line(1, 80),
  lastname: line(1, 80),
  rut: rut.nullable().optional(),
  department: id.nullable().optional(),
});

export const userCreate = attributes.extend({
  roles: uniqueRoles.default([]),
  libraries: z.array(membership).max(200).refine(once, { error: 'library_twice' }).default([]),
});
export type UserCreate = z.output<typeof userCreate>;

/** Absent fields stay as they are. */
export const userUpdate = attributes.partial().extend({
  roles: uniqueRoles.optional(),
  /** Only libraries that change: the roles there, or null for no membership any more. */
  libraries: z
    .array(z.object({ group: id, roles: memberRoles.shape.roles.nullable() }))
    .max(200)
    .refine(once, { error: 'library_twice' })
    .optional(),
});
export type UserUpdate = z.output<typeof userUpdate>;

export const USER_SORTS = ['name', 'email', 'department', 'lastSignIn', 'created'] as const;
const sorts = USER_SORTS.flatMap((sort) => [sort, `-${sort}`] as const);

/** Filters of the list of people and of its export. */
export const userFilters = z.object({
  /** Pieces of name, e-mail or RUT, in any order. */
  text: line(1, 100).optional(),
  enabled: z.enum(['true', 'false']).optional(),
  role: z.enum(['admin', 'manager', 'none']).optional(),
  department: id.optional(),
  /** Members of this library. */
  group: id.optional(),
  sort: z.enum(sorts).default('name'),
});
export type UserFilters = z.output<typeof userFilters>;
export const userQuery = userFilters.extend({
  cursor: cursor.optional(),
  limit: queryNumber(z.number().int().min(1).max(PAGE.max)).optional(),
});
export const userPage = z.object({
  items: z.array(account),
  nextCursor: z.string().nullable(),
  total: z.number().int(),
});

export const userExport = userFilters.extend(tableFormat.shape);

export const userImport = z.object({
  file: z.object({ name: fileName, data: z.base64().max(Math.ceil(IMPORT.bytes / 3) * 4) }),
});

/** An error in one cell, or (without a column) in a row, or (without a row) in the file. */
export const importFault = z.object({
  /** The row's number as a spreadsheet shows it: the header is row 1. */
  row: z.number().int().nullable(),
  column: z.string().nullable(),
  message: z.string(),
});
export type ImportFault = z.infer<typeof importFault>;

export const importedRow = z.object({
  row: z.number().int(),
  /** `update`: a person of the organization has this e-mail; `same`: and nothing about them would change. */
  what: z.enum(['create', 'update', 'same']),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
});
export type ImportedRow = z.infer<typeof importedRow>;

/** What an import would do, or did. With one error it does nothing. */
export const importReport = z.object({
  rows: z.array(importedRow),
  /** The first ones, in the order of the file. */
  faults: z.array(importFault),
  faultCount: z.number().int(),
  /** Columns that are ignored, as the file names them. */
  ignored: z.array(z.string()),
});
export type ImportReport = z.infer<typeof importReport>;
