import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { labelPath } from '#shared/labels/label-path.ts';
import type { Label } from '#shared/labels/labels.schemas.ts';
import styles from '../steps/labels-step.module.css';

/** Chosen labels, each to be removed, with their number above. */
export function ChosenLabels({
  labels,
  onRemove,
}: {
  labels: readonly Label[];
  /** Receives those that are left. */
  onRemove: (left: Label[]) => void;
}) {
  const { t } = useTranslation('upload');
  if (labels.length === 0) return null;
  return (
    <>
      <p className={`meta ${styles.count}`} role="status">
        {t('labels.selected', { count: labels.length })}
      </p>
      <LabelTags labels={labels} title={t('labels.title')} onRemove={onRemove} />
    </>
  );
}

/** The labels alone. */
export function LabelTags({
  labels,
  title,
  onRemove,
}: {
  labels: readonly Label[];
  title: string;
  onRemove: (left: Label[]) => void;
}) {
  const { t } = useTranslation('upload');
  return (
    <ul className={styles.chosen} aria-label={title}>
      {labels.map((label) => (
        <li key={label._id} className={styles.tag}>
          <span>{labelPath(label)}</span>
          <ActionIcon
            size="xs"
            aria-label={t('labels.remove', { name: label.name })}
            onClick={() => onRemove(labels.filter(({ _id }) => _id !== label._id))}
          >
            <IconX size={13} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
