/** The names of the months in Spanish, from January on. Chile also writes "setiembre". */
export const MONTH_NAMES = [
  ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio'],
  ...['julio', 'agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre'],
] as const;
