import { stateRow } from '#shared/access/states.ts';
import { periodWords } from '#shared/calendars/period.ts';
import type { RuleReason } from '#shared/compliance/compliance.schemas.ts';
import { t } from './texts.ts';

const date = new Intl.DateTimeFormat('es-CL', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const at = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Why a rule fails, as a sentence. Screens use the same words. */
export function reasonWords({ code, record, period, state, until, have, need }: RuleReason): string {
  const title = record ? t('reason.title', { title: record.title }) : '';
  const of = period === undefined ? '' : periodWords(period);
  switch (code) {
    case 'MISSING':
      return of ? t('reason.missingPeriod', { period: of }) : t('reason.missing');
    case 'EXPIRED':
      return until
        ? t('reason.expired', { title, day: date.format(at(until)) })
        : t('reason.endless', { title });
    case 'WRONG_STATE': {
      const label = state === undefined ? '' : stateRow(state).label;
      return of
        ? t('reason.stateOfPeriod', { period: of, title, state: label })
        : t('reason.state', { title, state: label });
    }
    case 'TOO_FEW':
      return of
        ? t('reason.tooFewOfPeriod', { have: have ?? '', need: need ?? '', period: of })
        : t('reason.tooFew', { have: have ?? '', need: need ?? '' });
    case 'WRONG_PERIOD':
      return record
        ? t('reason.otherPeriod', { period: of, title })
        : t('reason.missingPeriod', { period: of });
  }
}
