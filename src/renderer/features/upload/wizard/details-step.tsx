import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NOTES_MAX } from '#shared/platform/limits.ts';
import { FieldLabel, fieldProps } from '../../../components/inputs/field.tsx';
import styles from './details-step.module.css';
import { MoreDetails } from './more-details.tsx';
import { FolderField, GroupField, StateField } from './place-fields.tsx';
import { isNotes, uploadableDocuments } from './steps.ts';
import { TitleField } from './title-field.tsx';
import { setDetails, useWizard } from './wizard-store.ts';

function NotesField() {
  const { t } = useTranslation('upload');
  const { details, refused } = useWizard();
  const error = isNotes(details.notes) ? refused.notes : t('details.notesRule', { max: NOTES_MAX });
  return (
    <Textarea
      label={<FieldLabel aside={t('optional')}>{t('details.notes')}</FieldLabel>}
      placeholder={t('details.notesPlaceholder')}
      rows={3}
      autosize={false}
      resize="vertical"
      value={details.notes}
      onChange={(event) => setDetails({ notes: event.currentTarget.value })}
      {...fieldProps({ error, used: details.notes.trim().length, max: NOTES_MAX })}
    />
  );
}

/** A title for each document; library, state, notes and the other fields for all of them. */
export function DetailsStep() {
  const { t } = useTranslation('upload');
  const draft = useWizard();
  const documents = uploadableDocuments(draft);
  return (
    <>
      <section className={styles.section}>
        <h3>{documents.length === 1 ? t('details.oneTitle') : t('details.titles')}</h3>
        <div className={styles.titles}>
          {documents.map((document) => (
            <TitleField key={document.id} document={document} removable={documents.length > 1} />
          ))}
        </div>
      </section>
      <section className={styles.section}>
        <h3>{t('details.shared', { count: documents.length })}</h3>
        <div className={styles.fields}>
          <div className={styles.pair}>
            <GroupField />
            <StateField />
          </div>
          <FolderField />
          <NotesField />
          <MoreDetails />
        </div>
      </section>
    </>
  );
}
