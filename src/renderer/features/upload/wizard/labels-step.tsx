import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChosenLabels } from './chosen-labels.tsx';
import { DocumentLabels } from './document-labels.tsx';
import { LabelSearch } from './label-search.tsx';
import styles from './labels-step.module.css';
import { useGroups } from './place-fields.tsx';
import { uploadableDocuments } from './steps.ts';
import { SuggestionGroups } from './suggestion-list.tsx';
import { setLabels, useWizard } from './wizard-store.ts';

/** The labels of all documents, and those of each: at least one, at most fifty (docs/domain/limits.md, specification §5). */
export function LabelsStep() {
  const { t } = useTranslation('upload');
  const draft = useWizard();
  const { labels, details, refused } = draft;
  const groups = useGroups();
  const [touched, setTouched] = useState(false);
  const group = groups.data?.find(({ _id }) => _id === details.group);
  const documents = uploadableDocuments(draft);
  const none = touched && labels.length === 0 && documents.every((each) => each.labels.length === 0);
  return (
    <div>
      <LabelSearch
        group={details.group ?? ''}
        selected={labels}
        onSelect={(label) => setLabels([...labels, label])}
        onLeave={() => setTouched(true)}
        error={none ? t('labels.required') : refused.labels}
      />
      <ChosenLabels
        labels={labels}
        onRemove={(left) => {
          setTouched(true);
          setLabels(left);
        }}
      />
      <SuggestionGroups />
      {documents.length > 1 && (
        <section className={styles.own}>
          <h3>{t('labels.own')}</h3>
          <ul className={styles.documents}>
            {documents.map((document) => (
              <DocumentLabels key={document.id} document={document} />
            ))}
          </ul>
        </section>
      )}
      {group && <p className={`meta ${styles.hint}`}>{t('labels.hint', { group: group.name })}</p>}
    </div>
  );
}
