import type { z } from 'zod';

/** One Spanish sentence for each kind of issue: zod's own texts are not written for people. */
function sentenceFor(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Falta este dato.' : 'Este dato no tiene el tipo esperado.';
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum));
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum));
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'Este dato no tiene la forma esperada.';
    case 'invalid_value':
      return 'Elige una de las opciones.';
    case 'custom':
      return CUSTOM[issue.message] ?? 'Revisa este dato.';
    default:
      return 'Revisa este dato.';
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Escribe un correo válido.',
  uuid: 'El identificador no es válido.',
  date: 'La fecha no es válida.',
  datetime: 'La fecha y hora no son válidas.',
};

const CUSTOM: Readonly<Record<string, string>> = {
  control: 'Quita los caracteres que no se ven.',
  path: 'El nombre no puede llevar / ni \\.',
  long: 'El nombre es demasiado largo.',
  disk_too_long: 'El nombre es demasiado largo para una carpeta.',
  disk_control: 'Quita los caracteres que no se ven.',
  disk_path: 'El nombre no puede llevar / ni \\.',
  disk_characters: 'El nombre no puede llevar < > : " | ? ni *.',
  disk_reserved: 'Los equipos reservan ese nombre para otra cosa. Usa otro.',
  disk_trailing: 'El nombre no puede terminar en punto.',
  rut: 'El RUT no es válido: revisa el dígito verificador.',
  library_twice: 'Cada biblioteca puede estar una sola vez.',
  one: 'Indica una sola cosa.',
  totp: 'El código tiene 6 dígitos.',
  totp_or_recovery: 'Escribe los 6 dígitos de tu aplicación, o un código de recuperación.',
  exempt_twice: 'Cada carpeta puede estar exenta una sola vez.',
  rule_match: 'Indica qué documento se exige: tipo, etiquetas o parte del título.',
  rule_period: 'Un documento por período necesita una periodicidad.',
  rule_months: 'Indica por cuántos meses vale desde su emisión.',
  twice: 'Algo está dos veces.',
  phone: 'Escribe un teléfono, como +56 2 2345 6789.',
  timezone: 'Elige una zona horaria de la lista.',
  recurrence: 'Esa recurrencia no se entiende: usa una regla RRULE (RFC 5545).',
  recurrence_often: 'Una obligación se repite a lo más una vez al día.',
  recurrence_part: 'Esa combinación de recurrencia no se admite. Usa días, semanas, meses o años.',
  recurrence_interval: 'El intervalo de la recurrencia no es válido.',
  recurrence_count: 'La recurrencia puede dar a lo más 600 vencimientos.',
  recurrence_end: 'El término de la recurrencia no es válido.',
  recurrence_never: 'Con esa recurrencia no hay ninguna fecha.',
  recurrence_empty: 'Con esa recurrencia no hay ninguna fecha.',
  recurrence_many: 'Esa recurrencia da demasiados vencimientos: a lo más 600 en los próximos 18 meses.',
  recurrence_working_days: 'En días hábiles elige un solo día del mes, del 1 al 18.',
  ends_before: 'El término no puede ser anterior al inicio.',
  retention_months: 'Indica por cuántos años o meses se conserva.',
  same_person: 'Elige a otra persona como suplente.',
  given_day: 'Elige una fecha entre los años 1000 y 2999.',
  planned_day: 'Elige una fecha entre 2000 y 2100.',
  time_zone: 'Elige una zona horaria.',
  range_days: 'Elige un rango de a lo más 400 días.',
  range_months: 'Elige un período de a lo más 36 meses.',
  judged_day: 'Elige una fecha entre 1990 y 2100.',
};

function tooSmall(origin: string, minimum: number): string {
  if (origin === 'string')
    return minimum === 1 ? 'Escribe algo aquí.' : `Escribe al menos ${minimum} caracteres.`;
  if (origin === 'array') return minimum === 1 ? 'Elige al menos uno.' : `Elige al menos ${minimum}.`;
  return `El mínimo es ${minimum}.`;
}

function tooBig(origin: string, maximum: number): string {
  if (origin === 'string') return `Escribe a lo más ${maximum} caracteres.`;
  if (origin === 'array') return `Elige a lo más ${maximum}.`;
  return `El máximo es ${maximum}.`;
}

/** Sentences by field (`members.0.roles`; `_` for the whole body), the first issue of each. */
export function sentencesByField(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const issue of issues) found[issue.path.map(String).join('.') || '_'] ??= sentenceFor(issue);
  return found;
}

/** The sentence for an error that a rule found and not a schema. */
export const customSentence = (rule: string): string => CUSTOM[rule] ?? 'Revisa este dato.';
