import { formatRut } from '#shared/people/rut.ts';
import type { Account } from '#shared/people/users.schemas.ts';
import type { TableFormat } from '#shared/platform/files/table-file.ts';
import type { ImportFault } from '#shared/platform/files/table-import.ts';
import { faultsFile as anyFaultsFile } from '../../../platform/tables/faults-file.ts';
import { momentIn, type TableColumn, tableFile } from '../../../platform/tables/table-file.ts';
import { t } from '../texts.ts';
import { COLUMNS, type Column, REMARKS, titleOf, writeGroups, writeLibraries } from './columns.ts';
import type { PeopleTable } from './read-table.ts';

const WIDTHS: Readonly<Record<Column, number>> = {
  firstname: 22,
  lastname: 24,
  email: 32,
  rut: 14,
  department: 24,
  roles: 22,
  libraries: 48,
};
const OWN: readonly TableColumn[] = COLUMNS.map((column) => ({
  title: titleOf(column),
  width: WIDTHS[column],
}));
const SHEET = t('file.title');

/** People as a table that an import can read. @param timeZone for the moments in it */
export const peopleFile = (people: readonly Account[], format: TableFormat, day: string, timeZone: string) =>
  tableFile(`personas-${day}`, format, {
    title: SHEET,
    columns: [...OWN, ...[REMARKS.enabled, REMARKS.lastSignIn].map((title) => ({ title, width: 18 }))],
    rows: people.map((person) => rowOf(person, timeZone)),
  });

/** An empty table with the same columns, to be filled in. */
export const templateFile = (format: TableFormat) =>
  tableFile('personas-plantilla', format, { title: SHEET, columns: OWN, rows: [] });

/** A table that somebody wanted to import, with what is wrong with each row beside it. */
export const faultsFile = (
  given: PeopleTable['given'],
  faults: readonly ImportFault[],
  format: TableFormat,
) => anyFaultsFile(t('file.faults'), SHEET, given, faults, format);

/** People with the links by which they come in for the first time. @param until the moment at which the links end */
export const accessLinksFile = (
  people: readonly { firstname: string; lastname: string; email: string; url: string }[],
  until: string,
  day: string,
  timeZone: string,
) =>
  tableFile(`enlaces-${day}`, 'csv', {
    title: SHEET,
    columns: [
      ...(['firstname', 'lastname', 'email'] as const).map((column) => ({
        title: titleOf(column),
        width: WIDTHS[column],
      })),
      { title: t('file.link'), width: 60 },
      { title: t('file.until'), width: 18 },
    ],
    rows: people.map(({ firstname, lastname, email, url }) => [
      ...[firstname, lastname, email, url],
      momentIn(timeZone, new Date(until)),
    ]),
  });

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
    person.enabled ? t('file.enabled') : t('file.disabled'),
    person.lastSignInAt ? momentIn(timeZone, new Date(person.lastSignInAt)) : t('file.never'),
  ];
}
