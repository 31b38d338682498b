/** What spreadsheet programs show for a formula that failed, in English and in Spanish. */
const ERRORS: ReadonlySet<string> = new Set([
  ...['#N/A', '#REF!', '#DIV/0!', '#VALUE!', '#NAME?', '#NULL!', '#NUM!', '#SPILL!', '#CALC!', '#FIELD!'],
  ...[
    '#N/D',
    '#¡REF!',
    '#¡DIV/0!',
    '#¡VALOR!',
    '#¿NOMBRE?',
    '#¡NULO!',
    '#¡NUM!',
    '#¡DESBORDAMIENTO!',
    '#¡CALC!',
  ],
]);

/** Whether a cell holds the error of a formula, and so no value. */
export const isSheetError = (cell: string): boolean => ERRORS.has(cell.trim().toUpperCase());
