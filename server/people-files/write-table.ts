import Papa from 'papaparse';
import writeExcelFile, { type SheetData } from 'write-excel-file/node';
import { formatRut } from '#shared/domain/rut.ts';
import type { Account, TABLE_FORMATS, TableFile } from '#shared/schemas/users.ts';
import { COLUMNS, type Column, REMARKS, TITLES, writeGroups, writeLibraries } from './columns.ts';

type Format = (typeof TABLE_FORMATS)[number];

const TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
const WIDTHS: Readonly<Record<Column, number>> = {
  firstname: 22,
  lastname: 24,
  email: 32,
  rut: 14,
  department: 24,
  roles: 22,
  libraries: 48,
};
const HEADER = COLUMNS.map((column) => TITLES[column]);

/** People as a table that an import reads again. @param timeZone of the moments in it */
export const peopleFile = (people: readonly Account[], format: Format, day: string, timeZone: string) =>
  tableFile(
    `personas-${day}`,
    format,
    [...HEADER, REMARKS.enabled, REMARKS.lastSignIn],
    people.map((person) => rowOf(person, timeZone)),
  );

/** The same columns, to be filled in. */
export const templateFile = (format: Format) => tableFile('personas-plantilla', format, HEADER, []);

function rowOf(person: Account, timeZone: string): string[] {
  const cells: Readonly<Record<Column, string>> = {
    firstname: person.firstname,
    lastname: person.lastname,
    email: person.email,
    rut: person.rut ? formatRut(person.rut) : '',
    department: person.department?.name ?? '',
    roles: writeGroups(person.roles),
    libraries: writeLibraries(person.libraries.map(({ group, roles }) => ({ name: group.name, roles }))),
  };
  return [
    ...COLUMNS.map((column) => cells[column]),
    person.enabled ? 'Habilitada' : 'Deshabilitada',
    person.lastSignInAt ? momentIn(timeZone, person.lastSignInAt) : 'Nunca',
  ];
}

/** `2026-11-21 14:05`, which sorts and reads alike in every country. */
const momentIn = (timeZone: string, moment: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(moment),
  );

async function tableFile(
  name: string,
  format: Format,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<TableFile> {
  const bytes = format === 'csv' ? csv(header, rows) : await xlsx(header, rows);
  return { name: `${name}.${format}`, type: TYPES[format], data: bytes.toString('base64') };
}

/** As Excel opens it in Chile: UTF-8 with a mark, `;`. A cell that would run as a formula is kept as a text. */
const csv = (header: readonly string[], rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(
    `\uFEFF${Papa.unparse([[...header], ...rows.map((row) => [...row])], {
      delimiter: ';',
      newline: '\r\n',
      escapeFormulae: true,
    })}\r\n`,
    'utf8',
  );

function xlsx(header: readonly string[], rows: readonly (readonly string[])[]): Promise<Buffer> {
  const data: SheetData = [
    header.map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
    // A text stays one, whatever it begins with.
    ...rows.map((row) => row.map((value) => (value === '' ? null : { value, type: String }))),
  ];
  const columns = header.map((_, at) => ({
    width: at < COLUMNS.length ? WIDTHS[COLUMNS[at] as Column] : 18,
  }));
  return writeExcelFile(data, { columns, stickyRowsCount: 1, sheet: 'Personas' }).toBuffer();
}
