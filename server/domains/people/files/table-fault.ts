/** Why a file cannot be read as a table of people, as a sentence for a person. */
export class TableFault extends Error {
  override readonly name = 'TableFault';
}

export const FAULTS = {
  empty: 'El archivo está vacío.',
  corrupt: 'El archivo está dañado o no es una tabla. Guárdalo de nuevo como .xlsx o .csv.',
  encrypted:
    'El archivo es un Excel antiguo (.xls) o tiene contraseña. Guárdalo como .xlsx o .csv, sin contraseña.',
  too_large: 'El archivo trae más de lo que cabe en una importación. Deja solo la hoja con las personas.',
} as const;
