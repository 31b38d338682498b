import '../catalogue.ts';
import { IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OwnUploadsProps } from '../../../hooks/shell-actions.ts';
import { useUploads } from '../engine/uploads-store.ts';
import styles from './upload-row.module.css';
import { UploadRow } from './upload-row.tsx';

/**
 * Documents whose bytes are still to come, with how far each is. One that another page or computer is sending is named; one
 * that was given up is shown as long as this computer can try it again.
 */
export function OwnUploads({ records, label }: OwnUploadsProps) {
  const { t } = useTranslation('upload');
  const { list } = useUploads();
  const rows = records.flatMap(({ _id, title, stopped }) => {
    const upload = list.find(({ record }) => record === _id);
    return upload || !stopped ? [{ _id, title, upload }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <ul aria-label={label}>
      {rows.map(({ _id, title, upload }) =>
        upload ? (
          <UploadRow key={_id} upload={upload} linked={false} />
        ) : (
          <li key={_id} className={styles.row}>
            <IconUpload size={18} aria-hidden="true" />
            <div className="grow">
              <span className={`ellipsis ${styles.title}`} title={title}>
                {title}
              </span>
              <div className={`meta ${styles.status}`}>{t('list.elsewhere')}</div>
            </div>
          </li>
        ),
      )}
    </ul>
  );
}
