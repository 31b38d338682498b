import { parseRut } from '#shared/people/rut.ts';
import { isEmail } from '#shared/platform/email-address.ts';
import { fileName } from '#shared/platform/files/file-name.ts';
import { BATCH_MAX } from '#shared/platform/limits.ts';
import { foldText } from '#shared/platform/texts/text.ts';

export const FAULTS = ['name', 'rut', 'email', 'twiceName', 'twiceRut', 'tooMany', 'contractor'] as const;
export type Fault = (typeof FAULTS)[number];

/** A line that was pasted: somebody's name, RUT and e-mail address, and of a worker whom they work for. */
export interface PastedRow {
  /** As it stands in the text. */
  readonly line: string;
  /** From 1, empty lines not counted. */
  readonly number: number;
  readonly name: string;
  /** As it was written; null where there is none. */
  readonly rut: string | null;
  readonly email: string | null;
  /** The name or RUT of a contractor; null where none is named. */
  readonly contractor: string | null;
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

type Column = 'name' | 'rut' | 'email' | 'contractor';

/** What columns are called that people copy with their cells. */
const TITLES: Readonly<Record<Column, RegExp>> = {
  name: /^(nombres?|nombre completo|razon social|trabajador|contratista|obra)$/,
  rut: /^(rut|run|r\.u\.t\.?)$/,
  email: /^(correo|correo electronico|e-?mail|mail)$/,
  contractor: /^(contratista|empresa|empleador|subcontratista)$/,
};
const USUAL: readonly Column[] = ['name', 'rut', 'email', 'contractor'];

/** Which column is which, by a row of their names; null where the first row is somebody's. */
function headOf(cells: readonly string[]): Map<Column, number> | null {
  const titles = cells.map(foldText);
  const found = new Map<Column, number>();
  for (const column of USUAL) {
    const taken = new Set(found.values());
    const at = titles.findIndex((title, index) => !taken.has(index) && TITLES[column].test(title));
    if (at >= 0) found.set(column, at);
  }
  return found.has('name') && found.size > 1 ? found : null;
}

/** What was pasted, and the line with the names of its columns, where there is one. */
export interface Pasted {
  readonly head: string | null;
  readonly rows: readonly PastedRow[];
}

/**
 * Parses lines of `name; RUT; e-mail; contractor`, separated by tabs or semicolons, or in the order that a first row with
 * the names of the columns says. Empty lines are left out. A row has at most one fault, the first one that is found.
 */
export function parsePasted(text: string): Pasted {
  const rows: PastedRow[] = [];
  let places = new Map(USUAL.map((column, at) => [column, at]));
  let head: string | null = null;
  const names = new Map<string, number>();
  const ruts = new Map<string, number>();
  const lines = text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '');
  for (const [at, line] of lines.entries()) {
    const cells = line.split(line.includes('\t') ? '\t' : ';').map(cellOf);
    if (at === 0) {
      const columns = headOf(cells);
      if (columns) {
        places = columns;
        head = line;
        continue;
      }
    }
    const cell = (column: Column): string => cells[places.get(column) ?? -1] ?? '';
    const [name, rut, email] = [cell('name'), cell('rut'), cell('email')];
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
      contractor: cell('contractor') || null,
      fault,
      ...(twin === undefined ? {} : { twin }),
    });
    if (fault) continue;
    names.set(key, number);
    if (parsed) ruts.set(parsed, number);
  }
  return { head, rows };
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
