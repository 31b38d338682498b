import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isRecordState } from '#shared/access/states.ts';
import type { PendingItem } from '#shared/reviews/reviews.schemas.ts';
import { DueDay } from '../../components/compliance/due-day.tsx';
import { FileIcon } from '../../components/documents/file-icon.tsx';
import { placeOf } from '../../components/documents/place.ts';
import { StatePill } from '../../components/documents/state-pill.tsx';
import { When } from '../../components/when.tsx';
import { fullName } from '../../i18n/format.ts';
import styles from './pending-row.module.css';

/** A pending document: who asked and until when, its place and its state. */
export function PendingRow({
  item,
  panel,
  selected,
  onSelect,
}: {
  item: PendingItem;
  panel: string | undefined;
  selected: boolean;
  onSelect: () => void;
}) {
  const { t } = useTranslation('notifications');
  const { request } = item;
  const author = item.authors[0]?.user;
  const asker = request
    ? t(request.named ? 'pending.askedYou' : 'pending.asked', { name: fullName(request.by) })
    : author && t('by', { name: fullName(author) });
  const place = placeOf(item.group, item.folder);
  return (
    <li className={styles.row} data-selected={selected || undefined}>
      <Checkbox
        size="xs"
        className={styles.check ?? ''}
        aria-label={t('pending.select', { title: item.title })}
        checked={selected}
        onChange={onSelect}
      />
      <Link to={`/records/view/${item._id}${panel ? `?panel=${panel}` : ''}`} className={styles.link}>
        <FileIcon name={item.file.name} type={item.file.type} />
        <span className="grow">
          <span className={styles.title}>{item.title}</span>
          <span className={styles.meta}>
            {item.version === null && `${t('pending.noFile')} · `}
            {asker} · {place} · <When value={request?.createdAt ?? item.updatedAt} />
          </span>
          {request?.message && <span className={styles.message}>{request.message}</span>}
        </span>
        <span className={styles.side}>
          {isRecordState(item.state) && <StatePill state={item.state} plain />}
          {request?.dueOn && <DueDay day={request.dueOn} />}
        </span>
      </Link>
    </li>
  );
}
