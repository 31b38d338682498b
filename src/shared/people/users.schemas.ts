import { z } from 'zod';
import { directoryGroup, libraryRole } from '../access/access.schemas.ts';
import { tableFormat } from '../platform/files/table-file.ts';
import { importedTable, importFile } from '../platform/files/table-import.ts';
import { IMPORT, PAGE } from '../platform/limits.ts';
import { cursor, email, id, line, moment, named, person, queryNumber } from '../platform/primitives.ts';
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
  file: importFile,
  /** Creates the departments that rows name and the organization does not have. */
  createDepartments: z.boolean().default(false),
});

export const userImportRun = userImport.extend({
  /** Imports the rows that are right where others are not. What is wrong with the whole file refuses it all the same. */
  skipFaulty: z.boolean().default(false),
});

/** By which somebody who has never signed in sets their password. */
export const accessLink = z.object({ url: z.string(), expiresAt: moment });
export type AccessLink = z.infer<typeof accessLink>;
/** As many as one import makes. */
export const accessLinksAsked = z.object({ users: z.array(id).min(1).max(IMPORT.rows) });

export const importedRow = z.object({
  row: z.number().int(),
  /** `update`: a person of the organization has this e-mail; `same`: and nothing about them would change. */
  what: z.enum(['create', 'update', 'same']),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  /** The person's name as it is, where the row changes it. */
  was: z.string().optional(),
  /** The rights that the row gives and that the person does not have. */
  gives: z.object({
    roles: z.array(directoryGroup),
    libraries: z.array(z.object({ name: z.string(), roles: z.array(libraryRole) })),
  }),
  /** The person that an import created. */
  user: id.optional(),
});
export type ImportedRow = z.infer<typeof importedRow>;

/** What an import would do, or did. With one error it does nothing, unless it was asked to skip such rows. */
export const importReport = importedTable.extend({
  rows: z.array(importedRow),
  /** Departments that rows name and the organization does not have; created only where that was asked for. */
  departments: z.array(z.string()),
  /** By which the import can be undone, until when its invitations leave; null where nothing was done. */
  import: z.object({ _id: id, until: moment }).nullable(),
});
export type ImportReport = z.infer<typeof importReport>;
