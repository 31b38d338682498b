import { openSheet } from './open-sheet.ts';
import { TableFault } from './table-fault.ts';

/* Whatever a spreadsheet does to memory or time, it does in this process, which is ended where it does too much. */

export type SheetAnswer = { readonly rows: string[][] } | { readonly fault: string };

async function read(bytes: Uint8Array): Promise<SheetAnswer> {
  try {
    return { rows: await openSheet(bytes) };
  } catch (error) {
    if (error instanceof TableFault) return { fault: error.message };
    throw error;
  }
}

process.on('message', (bytes: Uint8Array) => {
  void read(bytes).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
