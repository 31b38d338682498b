import { z } from 'zod';
import { IMPORT } from '../limits.ts';
import { fileName } from './file-name.ts';

/* What imports of tables have in common. */

/** The largest body of a call with a table: its file in base64, and the other fields. */
export const IMPORT_BODY = Math.ceil(IMPORT.bytes / 3) * 4 + 4096;

/** A table as a file. What was pasted is sent as one, too. */
export const importFile = z.object({
  name: fileName,
  data: z.base64().max(Math.ceil(IMPORT.bytes / 3) * 4),
});

/** An error in one cell, or (without a column) in a row, or (without a row) in the file. */
export const importFault = z.object({
  /** The row's number as a spreadsheet shows it: the header is row 1. */
  row: z.number().int().nullable(),
  column: z.string().nullable(),
  message: z.string(),
  /** What stands in the cell, cut. */
  cell: z.string().optional(),
});
export type ImportFault = z.infer<typeof importFault>;

/** What is told of a table, whatever is imported. */
export const importedTable = z.object({
  /** The first ones, in the order of the file. */
  faults: z.array(importFault),
  faultCount: z.number().int(),
  /** Columns that are not read, as the file names them. */
  ignored: z.array(z.string()),
  /** Which sheet of a workbook was read, and which were not; null for a CSV. */
  sheets: z
    .object({
      read: z.string(),
      others: z.array(z.object({ name: z.string(), hidden: z.boolean() })),
      /** How many of the rows that were read the spreadsheet hides, for example by a filter. */
      hiddenRows: z.number().int(),
    })
    .nullable(),
});
export type ImportedTable = z.infer<typeof importedTable>;
