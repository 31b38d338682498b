import { parseRut } from '#shared/people/rut.ts';
import { isEmail } from '#shared/platform/email-address.ts';
import { fileName } from '#shared/platform/files/file-name.ts';
import { BATCH_MAX } from '#shared/platform/limits.ts';
import { foldText } from '#shared/platform/texts/text.ts';

export const FAULTS = ['name', 'rut', 'email', 'twiceName', 'twiceRut', 'tooMany'] as const;
export type Fault = (typeof FAULTS)[number];

/** A line that was pasted: somebody's name, RUT and e-mail address. */
export interface PastedRow {
  /** As it stands in the text. */
  readonly line: string;
  /** From 1, empty lines not counted. */
  readonly number: number;
  readonly name: string;
  /** As it was written; null where there is none. */
  readonly rut: string | null;
  readonly email: string | null;
  readonly fault: Fault | null;
  /** The number of the row that has the same name or RUT. */
  readonly twin?: number;
}

/** A cell as a spreadsheet copies it: in quotes where it has a separator in it. */
const cellOf = (text: string): string => {
  const trimmed = text.trim();
  const quoted = trimmed.length > 1 && trimmed.startsWith('"') && trimmed.endsWith('"');
  return (quoted ? trimmed.slice(1, -1).replaceAll('""', '"') : trimmed).trim();
};

/** Names of the columns that people copy with their cells. */
const isHead = (cells: readonly string[]): boolean => cells.length > 1 && foldText(cells[1] ?? '') === 'rut';

/**
 * Parses lines of `name; RUT; e-mail`, separated by tabs or semicolons. Empty lines and a row of column names are left
 * out. A row has at most one fault, the first one that is found.
 */
export function parsePasted(text: string): PastedRow[] {
  const rows: PastedRow[] = [];
  const names = new Map<string, number>();
  const ruts = new Map<string, number>();
  const lines = text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '');
  for (const [at, line] of lines.entries()) {
    const cells = line.split(line.includes('\t') ? '\t' : ';').map(cellOf);
    if (at === 0 && isHead(cells)) continue;
    const [name = '', rut = '', email = ''] = cells;
    const number = rows.length + 1;
    const parsed = rut ? parseRut(rut) : null;
    const key = foldText(name);
    const twins = { twiceName: names.get(key), twiceRut: parsed ? ruts.get(parsed) : undefined };
    const fault = faultOf({ name, rut, parsed, email, number, ...twins });
    const twin = fault === 'twiceName' || fault === 'twiceRut' ? twins[fault] : undefined;
    rows.push({
      line,
      number,
      name,
      rut: rut || null,
      email: email || null,
      fault,
      ...(twin === undefined ? {} : { twin }),
    });
    if (fault) continue;
    names.set(key, number);
    if (parsed) ruts.set(parsed, number);
  }
  return rows;
}

function faultOf(row: {
  name: string;
  rut: string;
  parsed: string | null;
  email: string;
  number: number;
  twiceName: number | undefined;
  twiceRut: number | undefined;
}): Fault | null {
  if (row.number > BATCH_MAX) return 'tooMany';
  if (!fileName.safeParse(row.name).success) return 'name';
  if (row.rut && !row.parsed) return 'rut';
  if (row.email && !isEmail(row.email)) return 'email';
  if (row.twiceRut !== undefined) return 'twiceRut';
  return row.twiceName === undefined ? null : 'twiceName';
}
