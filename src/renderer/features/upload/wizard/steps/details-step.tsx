import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NOTES_MAX } from '#shared/platform/limits.ts';
import { FileIcon } from '../../../../components/documents/file-icon.tsx';
import { FieldLabel, fieldProps } from '../../../../components/inputs/field.tsx';
import { DocumentsSheet } from '../documents-sheet.tsx';
import { DayField } from '../fields/day-field.tsx';
import { MoreDetails } from '../fields/more-details.tsx';
import { FolderField, GroupField, StateField } from '../fields/place-fields.tsx';
import { TitleField } from '../fields/title-field.tsx';
import { setDetails, useWizard } from '../wizard-store.ts';
import styles from './details-step.module.css';
import { type Document, isNotes, uploadableDocuments } from './steps.ts';

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

/** What each document has of its own; library, state, notes and the other fields for all of them. */
export function DetailsStep() {
  const { t } = useTranslation('upload');
  const draft = useWizard();
  const documents = uploadableDocuments(draft);
  const [only] = documents.length === 1 ? documents : [];
  return (
    <>
      <section className={styles.section}>
        {only ? <OneDocument document={only} /> : <DocumentsSheet documents={documents} />}
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

function OneDocument({ document }: { document: Document }) {
  const { t } = useTranslation('upload');
  return (
    <>
      <h3>{t('details.oneTitle')}</h3>
      <div className={styles.one}>
        <FileIcon name={document.file.name} type={document.file.type} size={22} />
        <div className={styles.field}>
          <TitleField document={document} />
        </div>
        <div className={styles.date}>
          <DayField document={document} hint={t('details.date')} />
        </div>
      </div>
    </>
  );
}
