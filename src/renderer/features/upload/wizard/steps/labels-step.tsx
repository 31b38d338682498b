import { IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../../api/session-store.ts';
import { ChosenLabels } from '../fields/chosen-labels.tsx';
import { DocumentLabels } from '../fields/document-labels.tsx';
import { LabelSearch } from '../fields/label-search.tsx';
import { useNoLabels } from '../fields/no-labels.ts';
import { useGroups } from '../fields/place-fields.tsx';
import { SuggestionGroups } from '../fields/suggestion-list.tsx';
import { setLabels, useWizard } from '../wizard-store.ts';
import styles from './labels-step.module.css';
import { uploadableDocuments } from './steps.ts';

/** The labels of all documents, and those of each: at least one, at most fifty (docs/domain/limits.md, specification §5). */
export function LabelsStep() {
  const { t } = useTranslation('upload');
  const draft = useWizard();
  const { labels, details, refused, tried } = draft;
  const groups = useGroups();
  const [touched, setTouched] = useState(false);
  const group = groups.data?.find(({ _id }) => _id === details.group);
  const documents = uploadableDocuments(draft);
  const noLabels = useNoLabels();
  const { isAdmin } = useUser();
  const none =
    (touched || tried > 0) && labels.length === 0 && documents.every((each) => each.labels.length === 0);
  return (
    <div>
      {noLabels && <NoLabels />}
      <LabelSearch
        group={details.group ?? ''}
        selected={labels}
        onSelect={(label) => setLabels([...labels, label])}
        onLeave={() => setTouched(true)}
        error={
          none
            ? t(noLabels ? (isAdmin ? 'labels.requiredFirst' : 'labels.noneAsk') : 'labels.required')
            : refused.labels
        }
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
      {group && !noLabels && (
        <p className={`meta ${styles.hint}`}>{t('labels.hint', { group: group.name })}</p>
      )}
    </div>
  );
}

/** A library without a label takes no document yet: says why, and how it comes to one. */
function NoLabels() {
  const { t } = useTranslation('upload');
  const { isAdmin } = useUser();
  return (
    <div className={styles.first} role="note">
      <IconTag size={18} aria-hidden="true" />
      <p>
        <b>{t('labels.noneTitle')}</b> {t(isAdmin ? 'labels.noneMake' : 'labels.noneAsk')}
      </p>
    </div>
  );
}
