import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../i18n/format.ts';
import styles from './compliance.module.css';

/** Says that the colours are those of another day, with a link back to today. */
export function AsOfNote({ asOf, past, onToday }: { asOf: string; past: boolean; onToday: () => void }) {
  const { t } = useTranslation('library');
  return (
    <div className={styles.note} role="status">
      <span>{t(past ? 'compliance.asOfPast' : 'compliance.asOfFuture', { date: formatDate(asOf) })}</span>
      {past && <small>{t('compliance.asOfNote')}</small>}
      <span className="grow" />
      <button type="button" className="link" onClick={onToday}>
        {t('compliance.today')}
      </button>
    </div>
  );
}
