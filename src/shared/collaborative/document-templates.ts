/** The built-in templates of documents that people write together, and the variables of all templates. */

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

/** The known variable of this name, compared without accents, case and blanks; undefined where there is none. */
export function variableOf(written: string): TemplateVariable | undefined {
  const key = written.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
  return Object.keys(TEMPLATE_VARIABLES).find((known): known is TemplateVariable => known === key);
}

/** For example "21 de noviembre de 2026", in the organization's time zone. */
export const longDate = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('es-CL', { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(at);

/** "Ana Rojas, Luis Soto e Inés Díaz". */
export const listOfNames = (names: readonly string[]): string => new Intl.ListFormat('es').format(names);
