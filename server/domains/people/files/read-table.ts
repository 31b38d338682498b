import {
  type ReadTable,
  type TableRow as Row,
  readTable as readAnyTable,
} from '../../../platform/tables/reading/read-table.ts';
import { type Column, READ_COLUMNS } from './columns.ts';

export type TableRow = Row<Column>;
export type PeopleTable = ReadTable<Column>;

/** Reads a table of people from a CSV or XLSX file. @throws TableFault */
export const readTable = (bytes: Uint8Array): Promise<PeopleTable> => readAnyTable(bytes, READ_COLUMNS);
