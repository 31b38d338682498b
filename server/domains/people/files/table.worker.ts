import { openSheet } from './open-sheet.ts';
import { TableFault } from './table-fault.ts';

/* A spreadsheet is opened in a process of its own, which is ended when it takes too much memory or time. */

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
