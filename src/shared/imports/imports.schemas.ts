import { z } from 'zod';
import { tableFormat } from '../platform/files/table-file.ts';
import { importedTable, importFile } from '../platform/files/table-import.ts';
import { id, moment } from '../platform/primitives.ts';

/* Tables that become what an organization works with (docs/domain/imports.md). People have calls of their own. */

export const IMPORT_KINDS = ['types', 'labels', 'departments', 'libraries', 'obligations'] as const;
export type ImportKindName = (typeof IMPORT_KINDS)[number];
/** What tables are imported for: people have calls of their own, and are undone like the others. */
export const IMPORTED_KINDS = [...IMPORT_KINDS, 'people'] as const;
export type ImportedKind = (typeof IMPORTED_KINDS)[number];
export const importByKind = z.object({ kind: z.enum(IMPORT_KINDS) });

export const tableImport = z.object({ file: importFile });
/** `format`: in which the file with the errors is given back. */
export const tableImportFaults = tableImport.extend(tableFormat.shape);
export const tableImportRun = tableImport.extend({
  /** Imports the rows that are right where others are not. What is wrong with the whole file refuses it all the same. */
  skipFaulty: z.boolean().default(false),
});

/** A value that a row changes, in words. */
const importChange = z.object({ column: z.string(), was: z.string(), now: z.string() });
export type ImportChange = z.infer<typeof importChange>;

export const tableImportRow = z.object({
  row: z.number().int(),
  /** `same`: it is there already, and nothing about it would change. */
  what: z.enum(['create', 'update', 'same']),
  name: z.string(),
  /** What else the row makes, for example the labels above its own. */
  also: z.array(z.string()),
  /** A sentence about how the row is read, where somebody may have meant something else. */
  note: z.string().nullable(),
  changes: z.array(importChange),
});
export type TableImportRow = z.infer<typeof tableImportRow>;

/** What an import would do, or did. */
export const tableImportReport = importedTable.extend({
  rows: z.array(tableImportRow),
  /** By which it can be undone; null where nothing was done. */
  import: id.nullable(),
});
export type TableImportReport = z.infer<typeof tableImportReport>;

export const importById = z.object({ id });
/** An import of the caller that can be undone. */
export const importRun = z.object({
  _id: id,
  kind: z.enum(IMPORTED_KINDS),
  at: moment,
  /** Until when. The invitations of imported people leave then. */
  until: moment,
  created: z.number().int(),
  changed: z.number().int(),
});
export type ImportRun = z.infer<typeof importRun>;
/** The newest first. */
export const importRuns = z.array(importRun);
/** What an undone import took back, and what it had to leave, with the reason. */
export const tableImportUndone = z.object({
  undone: z.number().int(),
  kept: z.array(z.object({ name: z.string(), reason: z.string() })),
});
export type TableImportUndone = z.infer<typeof tableImportUndone>;
