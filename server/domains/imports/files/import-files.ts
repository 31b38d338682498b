import type { TableFormat } from '#shared/platform/files/table-file.ts';
import type { ImportFault } from '#shared/platform/files/table-import.ts';
import { faultsFile } from '../../../platform/tables/faults-file.ts';
import type { GivenTable } from '../../../platform/tables/reading/read-table.ts';
import { type TableColumn, tableFile } from '../../../platform/tables/table-file.ts';
import { t } from '../texts.ts';

/** A column of a template, with its cell in the row that is the example. */
type TemplateColumn = TableColumn & { readonly example: string };

const fileName = (title: string): string => title.toLowerCase().replaceAll(' ', '-');

/** A table to fill in, with a row as an example. */
export const templateOf = (title: string, columns: readonly TemplateColumn[], format: TableFormat) =>
  tableFile(t('file.template', { title: fileName(title) }), format, {
    title,
    columns: columns.map((column) => ({ title: column.title, width: column.width })),
    rows: [columns.map(({ example }) => example)],
  });

/** A table that somebody wanted to import, with what is wrong with each row beside it. */
export const faultsOf = (
  title: string,
  given: GivenTable,
  faults: readonly ImportFault[],
  format: TableFormat,
) => faultsFile(t('file.faults', { title: fileName(title) }), title, given, faults, format);
