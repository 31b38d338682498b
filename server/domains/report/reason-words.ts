import { stateRow } from '#shared/access/states.ts';
import type { RuleReason } from '#shared/compliance/compliance.schemas.ts';

const month = new Intl.DateTimeFormat('es-CL', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const date = new Intl.DateTimeFormat('es-CL', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const at = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** `2026-10` as "octubre de 2026". Quarters and years stay as they are. */
function periodWords(key: string): string {
  if (/^\d{4}-\d\d$/.test(key)) return month.format(at(`${key}-01`));
  const [year = key, quarter] = key.split('-');
  return quarter ? `${quarter} ${year}` : year;
}

/** Why a rule fails, as a sentence. Screens use the same words. */
export function reasonWords({ code, record, period, state, until, have, need }: RuleReason): string {
  const title = record ? `«${record.title}»` : '';
  const of = period === undefined ? null : periodWords(period);
  switch (code) {
    case 'MISSING':
      return of ? `Falta el de ${of}.` : 'Falta el documento.';
    case 'EXPIRED':
      return until ? `${title} venció el ${date.format(at(until))}.` : `${title} no dice hasta cuándo vale.`;
    case 'WRONG_STATE': {
      const label = state === undefined ? '' : stateRow(state).label;
      return of ? `El de ${of}, ${title}, está en ${label}.` : `${title} está en ${label}.`;
    }
    case 'TOO_FEW':
      return `Hay ${have} de ${need} documentos${of ? ` de ${of}` : ''}.`;
    case 'WRONG_PERIOD':
      return record ? `Falta el de ${of}; el último que hay es ${title}.` : `Falta el de ${of}.`;
  }
}
