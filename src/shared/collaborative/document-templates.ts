/** What a document that people write together begins as, and what is filled in then. */

export const BUILT_IN_TEMPLATES = ['blank', 'acta', 'procedimiento', 'informe'] as const;
export type BuiltInTemplate = (typeof BUILT_IN_TEMPLATES)[number];

/** Every variable by its key: as it is written in a template, between `{{` and `}}`. */
export const TEMPLATE_VARIABLES = {
  titulo: 'título',
  organizacion: 'organización',
  fecha: 'fecha',
  autor: 'autor',
  autores: 'autores',
  biblioteca: 'biblioteca',
  carpeta: 'carpeta',
  codigo: 'código',
} as const;
export type TemplateVariable = keyof typeof TEMPLATE_VARIABLES;
export type TemplateValues = Readonly<Record<TemplateVariable, string>>;

/** The variable that is meant, however its accents, capitals and blanks were written; undefined where none is known. */
export function variableOf(written: string): TemplateVariable | undefined {
  const key = written.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
  return Object.keys(TEMPLATE_VARIABLES).find((known): known is TemplateVariable => known === key);
}

/** "21 de noviembre de 2026", where the organization is. */
export const longDate = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('es-CL', { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(at);

/** "Ana Rojas, Luis Soto e Inés Díaz". */
export const listOfNames = (names: readonly string[]): string =>
  new Intl.ListFormat('es', { type: 'conjunction' }).format(names);
