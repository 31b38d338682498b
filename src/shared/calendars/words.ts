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
