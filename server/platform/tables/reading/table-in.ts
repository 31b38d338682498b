import type { ImportedTable } from '#shared/platform/files/table-import.ts';
import { invalid } from '../../errors.ts';
import type { ReadTable } from './read-table.ts';
import { TableFault } from './table-fault.ts';

/** Reads the table of a call. @throws invalid at `file` where it is none */
export async function tableIn<Read>(
  file: { readonly data: string },
  read: (bytes: Uint8Array) => Promise<Read>,
): Promise<Read> {
  try {
    return await read(Buffer.from(file.data, 'base64'));
  } catch (error) {
    if (error instanceof TableFault) throw invalid('file', error.message);
    throw error;
  }
}

/** The sheets as a call answers them. */
export const presentSheets = ({ sheets, given }: ReadTable<string>): ImportedTable['sheets'] => {
  if (!sheets) return null;
  const hidden = new Set(sheets.hiddenRows);
  return {
    read: sheets.read,
    others: [...sheets.others],
    hiddenRows: given.rows.filter(({ number }) => hidden.has(number)).length,
  };
};
