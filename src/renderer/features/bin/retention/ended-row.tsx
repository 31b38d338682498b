import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { EndedItem } from '#shared/retention/retention.schemas.ts';
import { FileIcon } from '../../../components/documents/file-icon.tsx';
import { RowCheck } from '../../../components/lists/row-check.tsx';
import { useRetentionWords } from '../../../components/retention/use-retention-words.ts';
import { formatDate, formatSize } from '../../../i18n/format.ts';
import styles from '../bin.module.css';

/** A document whose retention period is over: since when, by which document type, and what else may still keep it. */
export function EndedRow({
  item,
  chosen,
  onChoose,
}: {
  item: EndedItem;
  chosen: boolean;
  onChoose: () => void;
}) {
  const { t } = useTranslation('bin');
  const { periodOf } = useRetentionWords();
  const { title, file, type, months, from, prolonged } = item;
  const period = months !== null && from !== null ? periodOf(months, from) : undefined;
  const why = [
    t('retention.over', { date: formatDate(item.until) }),
    ...(type ? [[type, period].filter(Boolean).join(', ')] : []),
    ...(prolonged ? [t('retention.prolonged')] : []),
    ...(item.held ? [t('retention.held')] : []),
  ];
  const place = [
    item.group.name,
    item.folder ?? t('root'),
    ...(item.size === null ? [] : [formatSize(item.size)]),
  ];
  return (
    <li className={styles.item}>
      {title !== null && (
        <RowCheck label={t('batch.choose', { title })} checked={chosen} onToggle={onChoose} />
      )}
      {file ? <FileIcon name={file.name} type={file.type} /> : <IconLock size={20} aria-hidden="true" />}
      <div className={styles.text}>
        {title === null ? (
          <b>{t('closed')}</b>
        ) : (
          <Link to={`/records/view/${item._id}`} className="link">
            <b>{title}</b>
          </Link>
        )}
        <p className="meta">{place.join(' · ')}</p>
        <p className="meta">{why.join(' · ')}</p>
        {title === null && <p className="meta">{t('retention.closed')}</p>}
      </div>
    </li>
  );
}
