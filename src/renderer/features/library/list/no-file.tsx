import { IconFileOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SearchItem } from '#shared/search/search.schemas.ts';
import styles from './record-table.module.css';

/** Says of a document that its file has never arrived: it has no version yet. */
export function NoFile({ item }: { item: SearchItem }) {
  const { t } = useTranslation('library');
  if (item.version !== null) return null;
  const text = t('table.noFile');
  return (
    <span className={styles.editing} title={text}>
      <IconFileOff size={13} aria-hidden="true" />
      <span>{text}</span>
    </span>
  );
}
