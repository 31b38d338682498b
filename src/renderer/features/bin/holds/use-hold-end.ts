import { useTranslation } from 'react-i18next';
import type { Hold } from '#shared/retention/holds.schemas.ts';
import { formatDate, shortName } from '../../../i18n/format.ts';

/** When a hold ends or how it ended, in words. */
export function useHoldEnd(): (hold: Hold) => string {
  const { t } = useTranslation('bin');
  return ({ releasedAt, releasedBy, until, status }) => {
    if (releasedAt)
      return t('holds.releasedBy', {
        name: releasedBy ? shortName(releasedBy) : '',
        date: formatDate(releasedAt),
      });
    if (until === null) return t('holds.untilReleased');
    return t(status === 'expired' ? 'holds.expired' : 'holds.until', { date: formatDate(until) });
  };
}
