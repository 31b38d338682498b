import { OfficeError } from '#shared/office/zip.ts';
import { IMPORT } from '#shared/platform/limits.ts';
import { answerQuestions } from '../../fence/fenced-worker.ts';
import { openSheet, type TableSheets } from './open-sheet.ts';
import { readCsv } from './read-csv.ts';
import { FAULTS, TableFault } from './table-fault.ts';

/* Tables are opened in a process of its own, which is ended when one takes too much memory or time. */

export interface TableQuestion {
  readonly bytes: Uint8Array;
  /** Titles of columns that are looked for, folded: they tell by which character a CSV is separated. */
  readonly titles: readonly string[];
}

export interface RawTable {
  readonly rows: string[][];
  /** The sheets of a workbook; null for a CSV. */
  readonly sheets: TableSheets | null;
}

export type TableAnswer = RawTable | { readonly fault: string };

/** Limit for all cells together: what is sent costs the server time to receive. */
const CHARACTERS_MAX = 8 * 1024 ** 2;

async function read(question: TableQuestion): Promise<TableAnswer> {
  try {
    const { rows, sheets } = await tableOf(question);
    return { rows: bounded(rows), sheets };
  } catch (error) {
    if (error instanceof TableFault) return { fault: error.message };
    if (error instanceof OfficeError) return { fault: FAULTS[error.reason] };
    throw error;
  }
}

/** The first bytes tell which kind of file it is. */
async function tableOf({ bytes, titles }: TableQuestion): Promise<RawTable> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return openSheet(bytes);
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new TableFault(FAULTS.encrypted);
  return { rows: readCsv(bytes, titles), sheets: null };
}

/** Leaves out columns that no import has, and refuses more text than a table to import holds. */
function bounded(rows: readonly string[][]): string[][] {
  const cut = rows.map((row) => row.slice(0, IMPORT.columns + 1));
  let characters = 0;
  for (const row of cut) for (const cell of row) characters += cell.length;
  if (characters > CHARACTERS_MAX) throw new TableFault(FAULTS.too_large);
  return cut;
}

answerQuestions(read);
