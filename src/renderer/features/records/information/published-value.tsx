import { useTranslation } from 'react-i18next';
import type { Record } from '#shared/documents/records.schemas.ts';
import { formatDate, formatList } from '../../../i18n/format.ts';
import styles from './information.module.css';

type Published = NonNullable<Record['published']>;

const SHOWN: { readonly [field in keyof Published]: (of: Published) => string } = {
  title: (of) => of.title,
  name: (of) => of.name,
  notes: (of) => of.notes,
  labels: (of) => formatList(of.labels.map((label) => label.name)),
  documentType: (of) => of.documentType?.name ?? '',
  code: (of) => of.code ?? '',
  date: (of) => of.date,
  issuedOn: (of) => (of.issuedOn && formatDate(of.issuedOn)) || '',
  validFrom: (of) => (of.validFrom && formatDate(of.validFrom)) || '',
  expiresOn: (of) => (of.expiresOn && formatDate(of.expiresOn)) || '',
  nextReviewOn: (of) => (of.nextReviewOn && formatDate(of.nextReviewOn)) || '',
};

const isPublished = (field: string): field is keyof Published => field in SHOWN;

/** The published value of a field, which readers see, where it differs from the working copy. */
export function PublishedValue({ record, field }: { record: Record; field: string }) {
  const { t } = useTranslation('records');
  const { published } = record;
  if (!published || !isPublished(field)) return null;
  if (JSON.stringify(published[field]) === JSON.stringify(record[field])) return null;
  return (
    <p className={styles.published}>
      {t('info.published', { value: SHOWN[field](published) || t('fields.none') })}
    </p>
  );
}
