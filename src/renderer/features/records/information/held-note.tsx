import { Alert } from '@mantine/core';
import { IconGavel } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Record } from '#shared/documents/records.schemas.ts';
import styles from '../record-screen.module.css';

/** Says that the document cannot be deleted because of a legal hold. Only admins see which one. */
export function HeldNote({ record }: { record: Record }) {
  const { t } = useTranslation('records');
  if (!record.held) return null;
  return (
    <Alert variant="light" icon={<IconGavel size={18} aria-hidden="true" />} className={styles.note}>
      {t('held.note')}
      {record.holds.map((hold) => (
        <span key={hold._id}>
          {' '}
          <Link to={`/bin?tab=holds&hold=${hold._id}`} className="link">
            {hold.name}
          </Link>
        </span>
      ))}
    </Alert>
  );
}
