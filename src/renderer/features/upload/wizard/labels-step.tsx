import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelPath } from '#shared/labels/label-path.ts';
import { LabelSearch } from './label-search.tsx';
import styles from './labels-step.module.css';
import { useGroups } from './place-fields.tsx';
import { setLabels, useWizard } from './wizard-store.ts';

/** The labels of all documents: at least one, at most fifty (docs/domain/limits.md, specification §5). */
export function LabelsStep() {
  const { t } = useTranslation('upload');
  const { labels, details, refused } = useWizard();
  const groups = useGroups();
  const [touched, setTouched] = useState(false);
  const group = groups.data?.find(({ _id }) => _id === details.group);
  return (
    <div>
      <LabelSearch
        group={details.group ?? ''}
        selected={labels}
        onSelect={(label) => setLabels([...labels, label])}
        onLeave={() => setTouched(true)}
        error={touched && labels.length === 0 ? t('labels.required') : refused.labels}
      />
      {labels.length > 0 && (
        <>
          <p className={`meta ${styles.count}`} role="status">
            {t('labels.selected', { count: labels.length })}
          </p>
          <ul className={styles.chosen} aria-label={t('labels.title')}>
            {labels.map((label) => (
              <li key={label._id} className={styles.tag}>
                <span>{labelPath(label)}</span>
                <ActionIcon
                  size="xs"
                  aria-label={t('labels.remove', { name: label.name })}
                  onClick={() => {
                    setTouched(true);
                    setLabels(labels.filter(({ _id }) => _id !== label._id));
                  }}
                >
                  <IconX size={13} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </>
      )}
      {group && <p className={`meta ${styles.hint}`}>{t('labels.hint', { group: group.name })}</p>}
    </div>
  );
}
