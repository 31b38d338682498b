import { MONTH_NAMES } from '../platform/texts/month-names.ts';
import { type ByDay, type Frequency, readRecurrence, type WeekdayName } from './recurrence.ts';
import type { OccurrenceStatus } from './status.ts';

/** The statuses of a due day as files and feeds name them (docs/domain/calendars.md). */
export const STATUS_WORDS: Readonly<Record<OccurrenceStatus, string>> = {
  pending: 'Pendiente',
  upcoming: 'Próximo',
  today: 'Vence hoy',
  overdue: 'Vencido',
  submitted: 'En revisión',
  done: 'Cumplido',
  late: 'Cumplido fuera de plazo',
  waived: 'No aplica',
};

const UNITS: Readonly<Record<Frequency, readonly [string, string]>> = {
  DAILY: ['día', 'días'],
  WEEKLY: ['semana', 'semanas'],
  MONTHLY: ['mes', 'meses'],
  YEARLY: ['año', 'años'],
};
const WEEKDAY_WORDS: Readonly<Record<WeekdayName, string>> = {
  MO: 'lunes',
  TU: 'martes',
  WE: 'miércoles',
  TH: 'jueves',
  FR: 'viernes',
  SA: 'sábado',
  SU: 'domingo',
};
const ORDINALS = ['primer', 'segundo', 'tercer', 'cuarto', 'quinto'] as const;
const LIST = new Intl.ListFormat('es-CL');

/** `1` as `primer`, `-1` as `último`. */
const ordinal = (nth: number): string =>
  nth === -1
    ? 'último'
    : nth < 0
      ? `${ORDINALS[-nth - 1]} antes del último`
      : (ORDINALS[nth - 1] ?? `${nth}.º`);

const dayOfWeek = ({ weekday, nth }: ByDay): string =>
  nth === null ? WEEKDAY_WORDS[weekday] : `${ordinal(nth)} ${WEEKDAY_WORDS[weekday]}`;

/** A recurrence as people say it: `Cada 3 meses, el día 13`. What cannot be read stays as it is. */
export function recurrenceWords(text: string): string {
  const read = readRecurrence(text);
  if ('problem' in read) return text;
  const { frequency, interval, byDay, byMonthDay, byMonth, position, count, until } = read.recurrence;
  if (count === 1) return 'Una sola vez';
  const [one, many] = UNITS[frequency];
  const monthDays = byMonthDay.map((day) => (day === -1 ? 'último día' : day < 0 ? `${day}` : `día ${day}`));
  const days = [...monthDays, ...byDay.map(dayOfWeek)];
  const which = position === null ? LIST.format(days) : `${ordinal(position)} de ${LIST.format(days)}`;
  const months = LIST.format(byMonth.map((month) => MONTH_NAMES[month - 1] ?? ''));
  return [
    interval === 1 ? `Cada ${one}` : `Cada ${interval} ${many}`,
    ...(days.length > 0 ? [`el ${which}`] : []),
    ...(months === '' ? [] : [`en ${months}`]),
    ...(count === null ? [] : [`${count} veces`]),
    ...(until === null ? [] : [`hasta el ${until}`]),
  ].join(', ');
}
