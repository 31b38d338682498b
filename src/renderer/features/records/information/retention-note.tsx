import { useTranslation } from 'react-i18next';
import type { Record } from '#shared/documents/records.schemas.ts';
import { useRetentionWords } from '../../../components/retention/use-retention-words.ts';
import { formatDate } from '../../../i18n/format.ts';

/** Until when the document is kept, and why. Empty where nothing keeps it. */
export function RetentionNote({ record: { retention } }: { record: Pick<Record, 'retention'> }) {
  const { t } = useTranslation('records');
  const { periodOf } = useRetentionWords();
  if (!retention) return null;
  const { until, over, type, months, from, basis, prolonged, reason } = retention;
  const period = months !== null && from !== null ? periodOf(months, from) : undefined;
  const main =
    until === 'forever'
      ? t('retention.forever')
      : until === 'awaited'
        ? t('retention.awaited', { period })
        : t(over ? 'retention.over' : 'retention.until', { date: formatDate(until) });
  const by = until === 'forever' || until === 'awaited' ? type : [type, period].filter(Boolean).join(', ');
  const parts = [main, ...(prolonged ? [t('retention.prolonged')] : by ? [by] : [])];
  return (
    <div className="meta">
      <p>{parts.join(' · ')}</p>
      {prolonged && reason && <p>{t('retention.reason', { reason })}</p>}
      {basis && !prolonged && <p>{t('retention.basis', { basis })}</p>}
    </div>
  );
}
