import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './information.module.css';
import type { Sheet } from './sheet.ts';

/** The catalogue key of each field's label. */
export const LABEL_OF = {
  title: 'fields.title',
  documentType: 'fields.type',
  scope: 'fields.scope',
  code: 'fields.code',
  date: 'fields.date',
  issuedOn: 'fields.issuedOn',
  validFrom: 'fields.validFrom',
  expiresOn: 'fields.expiresOn',
  nextReviewOn: 'fields.nextReviewOn',
  labels: 'fields.labels',
  notes: 'fields.notes',
  authors: 'fields.authors',
} as const satisfies { [field in keyof Sheet]: string };

/** Two people changed one field: shows both values, and asks which to keep. */
export function FieldConflict({
  field,
  mine,
  theirs,
  onDecide,
}: {
  field: keyof Sheet;
  mine: string;
  theirs: string;
  onDecide: (whose: 'mine' | 'theirs') => void;
}) {
  const { t } = useTranslation('records');
  const name = t(LABEL_OF[field]);
  return (
    <fieldset className={styles.dispute} aria-label={t('info.disputeOf', { field: name })}>
      <dl>
        <dt>{t('info.mine')}</dt>
        <dd>{mine || t('fields.none')}</dd>
        <dt>{t('info.theirs')}</dt>
        <dd>{theirs || t('fields.none')}</dd>
      </dl>
      <div className={styles.choices}>
        <Button size="xs" onClick={() => onDecide('mine')}>
          {t('info.keepMine')}
        </Button>
        <Button size="xs" onClick={() => onDecide('theirs')}>
          {t('info.takeTheirs')}
        </Button>
      </div>
    </fieldset>
  );
}
