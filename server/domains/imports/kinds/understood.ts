import type { RetentionEvent } from '#shared/keeping/retention.ts';

/* Titles of columns and words in cells that an import understands, beside those that it writes itself. */

/** Titles are folded (`foldTitle`), here and below. */
export const TYPE_NAMES = {
  name: ['tipo', 'tipo de documento', 'documento'],
  code: ['sigla'],
  kept: ['anos', 'plazo', 'anos de conservacion', 'conservacion', 'retencion'],
  from: ['desde', 'cuenta desde'],
  basis: ['norma', 'ley', 'fundamento'],
  scope: ['alcance', 'confidencialidad'],
  review: ['revision', 'meses de revision', 'revision meses'],
} as const;
export const EVENT_WORDS: Readonly<Record<RetentionEvent, readonly string[]>> = {
  creation: ['creación', 'su creación', 'fecha del documento'],
  issue: ['emisión', 'fecha de emisión', 'su fecha de emisión'],
  publication: ['publicación', 'su última publicación', 'última publicación'],
  expiry: ['vencimiento', 'su vencimiento', 'término', 'expiración'],
  obsolescence: ['obsoleto', 'que queda obsoleto', 'obsolescencia', 'reemplazo'],
};
export const KEPT_NEVER = ['sin plazo', 'ninguno', 'ninguna', 'no', '0'];
export const KEPT_FOREVER = ['siempre', 'para siempre', 'permanente', 'indefinido', 'indefinida'];

export const LABEL_NAMES = {
  path: ['etiquetas', 'nombre', 'ruta', 'nombre de la etiqueta'],
  icon: ['signo'],
  libraries: ['biblioteca', 'se usa en'],
} as const;
export const EVERYWHERE = ['todas', 'todas las bibliotecas'];

export const DEPARTMENT_NAMES = {
  path: ['departamentos', 'nombre', 'area', 'unidad', 'gerencia', 'ruta'],
  head: ['a cargo', 'encargado', 'encargada', 'jefatura', 'responsable', 'correo', 'a cargo de'],
} as const;

export const LIBRARY_NAMES = {
  name: ['bibliotecas', 'nombre', 'grupo', 'nombre de la biblioteca'],
  member: ['correo', 'integrante', 'miembro', 'persona', 'correo electronico', 'e mail', 'email'],
  roles: ['rol', 'permisos', 'permiso'],
  description: ['detalle'],
  department: ['area', 'unidad', 'gerencia'],
} as const;

export const OBLIGATION_NAMES = {
  calendar: ['calendarios'],
  title: ['titulo', 'nombre', 'obligaciones'],
  authority: ['autoridad', 'entidad', 'institucion'],
  basis: ['norma', 'ley', 'fundamento legal'],
  recurrence: ['periodicidad', 'frecuencia', 'recurrencia', 'repeticion', 'cada cuanto'],
  startsOn: ['primer vencimiento', 'desde', 'inicio', 'parte el', 'fecha de inicio'],
  responsible: ['responsable', 'correo del responsable', 'a cargo'],
  backup: ['suplente', 'correo del suplente', 'respaldo'],
  library: ['grupo'],
  type: ['tipo', 'documento', 'evidencia'],
  minCount: ['cantidad', 'documentos', 'cantidad de documentos', 'numero de documentos'],
} as const;

export const ONCE_WORDS = ['una sola vez', 'una vez', 'unica vez', 'solo una vez', 'unica', 'unico'];
/** Beginnings of a recurrence, with how many weeks, months or years lie between two due days. */
export const EVERY: readonly (readonly [string, 'WEEKLY' | 'MONTHLY' | 'YEARLY', number])[] = [
  ['semanal', 'WEEKLY', 1],
  ['semanalmente', 'WEEKLY', 1],
  ['cada semana', 'WEEKLY', 1],
  ['todas las semanas', 'WEEKLY', 1],
  ['quincenal', 'WEEKLY', 2],
  ['mensual', 'MONTHLY', 1],
  ['mensualmente', 'MONTHLY', 1],
  ['cada mes', 'MONTHLY', 1],
  ['todos los meses', 'MONTHLY', 1],
  ['bimestral', 'MONTHLY', 2],
  ['bimensual', 'MONTHLY', 2],
  ['trimestral', 'MONTHLY', 3],
  ['cuatrimestral', 'MONTHLY', 4],
  ['semestral', 'MONTHLY', 6],
  ['anual', 'YEARLY', 1],
  ['anualmente', 'YEARLY', 1],
  ['cada ano', 'YEARLY', 1],
  ['todos los anos', 'YEARLY', 1],
];
export const EVERY_SO_MANY = { semanas: 'WEEKLY', meses: 'MONTHLY', anos: 'YEARLY' } as const;
/** From Monday on. */
export const WEEKDAY_NAMES = ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo'];
export const LAST_DAY = /\b(el )?ultimo dia( del mes)?\b|\bfin de mes\b/;
/** What stands between the parts, and says nothing. */
export const FILLERS = new Set([
  'el',
  'la',
  'los',
  'las',
  'dia',
  'dias',
  'de',
  'del',
  'en',
  'y',
  'cada',
  'mes',
  'a',
  'al',
]);
