import { useTranslation } from 'react-i18next';
import { SCOPE_LABELS } from '#shared/access/scopes.ts';
import type { Record } from '#shared/documents/records.schemas.ts';
import { DragFile } from '../../../components/documents/drag-out/drag-file.tsx';
import { draggedFile } from '../../../components/documents/drag-out/dragged-file.ts';
import { FileIcon } from '../../../components/documents/file-icon.tsx';
import { StatePill } from '../../../components/documents/state-pill.tsx';
import { Tag } from '../../../components/documents/tag.tsx';
import { PersonAvatar } from '../../../components/people/person-avatar.tsx';
import { formatDate, formatSize, fullName } from '../../../i18n/format.ts';
import styles from './information.module.css';

/** The information sheet, read-only. Empty fields are left out. */
export function InformationList({ record }: { record: Record }) {
  const { t } = useTranslation('records');
  const days = (['issuedOn', 'validFrom', 'expiresOn', 'nextReviewOn'] as const).filter(
    (field) => record[field],
  );
  return (
    <dl className={styles.rows}>
      <div className={styles.row}>
        <dt>{t('fields.state')}</dt>
        <dd>
          <StatePill state={record.state} />
        </dd>
      </div>
      <div className={styles.row}>
        <dt>{t('fields.title')}</dt>
        <dd>{record.title}</dd>
      </div>
      {record.documentType && (
        <div className={styles.row}>
          <dt>{t('fields.type')}</dt>
          <dd>{record.documentType.name}</dd>
        </div>
      )}
      <div className={styles.row}>
        <dt>{t('fields.scope')}</dt>
        <dd>{SCOPE_LABELS[record.scope]}</dd>
      </div>
      <div className={styles.row}>
        <dt>{t('fields.authors')}</dt>
        <dd>
          <ul className={styles.people}>
            {record.authors.map(({ user }) => (
              <li key={user._id}>
                <PersonAvatar person={user} size={22} />
                {fullName(user)}
              </li>
            ))}
          </ul>
        </dd>
      </div>
      <div className={styles.row}>
        <dt>{t('fields.date')}</dt>
        <dd>{record.date}</dd>
      </div>
      {days.map((field) => (
        <div key={field} className={styles.row}>
          <dt>{t(`fields.${field}`)}</dt>
          <dd>{formatDate(record[field] ?? '')}</dd>
        </div>
      ))}
      {record.labels.length > 0 && (
        <div className={styles.row}>
          <dt>{t('fields.labels')}</dt>
          <dd className={styles.tags}>
            {record.labels.map((label) => (
              <Tag key={label._id}>{label.name}</Tag>
            ))}
          </dd>
        </div>
      )}
      <div className={styles.row}>
        <dt>{t('fields.file')}</dt>
        <dd>
          <DragFile file={draggedFile(record, record.currentVersion)} className={styles.file}>
            <FileIcon name={record.file.name} type={record.file.type} />
            <span className={styles.name}>
              {record.file.name} · {formatSize(record.size)}
            </span>
          </DragFile>
        </dd>
      </div>
      {record.sender && (
        <div className={styles.row}>
          <dt>{t('fields.sender')}</dt>
          <dd>{t('receivedBy', record.sender)}</dd>
        </div>
      )}
      {record.notes && (
        <div className={styles.row}>
          <dt>{t('fields.notes')}</dt>
          <dd className={styles.notes}>{record.notes}</dd>
        </div>
      )}
    </dl>
  );
}
