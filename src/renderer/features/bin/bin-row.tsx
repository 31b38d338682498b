import { IconArrowBackUp, IconLock, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LOCALE } from '#shared/platform/limits.ts';
import type { BinItem } from '#shared/retention/bin.schemas.ts';
import { FileIcon } from '../../components/documents/file-icon.tsx';
import { RowCheck } from '../../components/lists/row-check.tsx';
import { When } from '../../components/when.tsx';
import { WriteButton } from '../../components/write.tsx';
import { formatDate, formatSize, shortName } from '../../i18n/format.ts';
import styles from './bin.module.css';

const listOf = (names: readonly string[]): string => new Intl.ListFormat(LOCALE).format(names);

/** One deleted document: where it was, who deleted it, when it expires, and buttons to restore or purge it. */
export function BinRow({
  item,
  chosen,
  onChoose,
  onRestore,
  onRemove,
}: {
  item: BinItem;
  chosen: boolean;
  onChoose: () => void;
  onRestore: () => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('bin');
  const title = item.title ?? t('closed');
  const { deletedBy, retainedUntil } = item;
  const endless = retainedUntil === 'forever' || retainedUntil === 'awaited';
  const held = item.holds.length > 0;
  // When it is purged automatically: after both its days in the bin and its retention period.
  const goesAt =
    retainedUntil !== null && !endless && retainedUntil > item.purgeAt ? retainedUntil : item.purgeAt;
  const retained =
    retainedUntil !== null &&
    (endless
      ? t(`retainedBy.${retainedUntil}`)
      : t('retained', { date: formatDate(retainedUntil), goes: formatDate(goesAt) }));
  const kept = held ? t('held', { names: listOf(item.holds.map((hold) => hold.name)) }) : retained;
  return (
    <li className={styles.item}>
      <RowCheck label={t('batch.choose', { title })} checked={chosen} onToggle={onChoose} />
      {item.file ? (
        <FileIcon name={item.file.name} type={item.file.type} />
      ) : (
        <IconLock size={20} aria-hidden="true" />
      )}
      <div className={styles.text}>
        <b>{title}</b>
        <p className="meta">
          {[item.group.name, item.folder?.name ?? t('root'), formatSize(item.size)].join(' · ')}
        </p>
        <p className="meta">
          {deletedBy ? t('deletedBy', { name: shortName(deletedBy) }) : t('deleted')}{' '}
          <When value={item.deletedAt} />
          {' · '}
          {kept || t('purge', { date: formatDate(goesAt) })}
        </p>
      </div>
      <div className={styles.actions}>
        <WriteButton
          aria-label={t('restoreLabel', { title })}
          leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
          onClick={onRestore}
        >
          {t('restore')}
        </WriteButton>
        {!kept && (
          <WriteButton
            variant="subtle"
            color="red"
            aria-label={t('removeLabel', { title })}
            leftSection={<IconTrash size={16} aria-hidden="true" />}
            onClick={onRemove}
          >
            {t('remove')}
          </WriteButton>
        )}
      </div>
    </li>
  );
}
