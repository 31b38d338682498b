import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Label } from '#shared/labels/labels.schemas.ts';
import { FieldMessage } from '../../../../components/inputs/field.tsx';
import { setOwnLabels } from '../document-actions.ts';
import styles from '../steps/labels-step.module.css';
import { type Document, labelsOf } from '../steps/steps.ts';
import { useWizard } from '../wizard-store.ts';
import { LabelTags } from './chosen-labels.tsx';
import { LabelSearch } from './label-search.tsx';
import { useLabelsInText } from './suggested-labels.ts';
import { SuggestionList } from './suggestion-list.tsx';

/**
 * One of several documents, with the labels that it has beside those of all. There may be hundreds: each is drawn again
 * only where its own labels or those of all change.
 */
export const DocumentLabels = memo(function DocumentLabels({ document }: { document: Document }) {
  const { t } = useTranslation('upload');
  const labels = useWizard((draft) => draft.labels);
  const group = useWizard(({ details }) => details.group);
  const [searching, setSearching] = useState(false);
  const search = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (searching) search.current?.querySelector('input')?.focus();
  }, [searching]);
  const has = labelsOf(document, { labels });
  const fitting = useLabelsInText(document, has);
  const title = document.title.trim();
  const add = (label: Label): void => setOwnLabels(document.id, [...document.labels, label]);
  return (
    <li className={styles.document}>
      <div className={styles.documentHead}>
        <b className="grow ellipsis">{title}</b>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          aria-label={t('labels.searchFor', { title })}
          ref={opener}
          aria-expanded={searching}
          onClick={() => setSearching(!searching)}
        >
          {t('labels.more')}
        </Button>
      </div>
      {document.labels.length > 0 && (
        <LabelTags
          labels={document.labels}
          title={t('labels.of', { title })}
          onRemove={(left) => setOwnLabels(document.id, left)}
        />
      )}
      {fitting.length > 0 && (
        <SuggestionList labels={fitting} title={t('labels.inTextOf', { title })} onTake={add} />
      )}
      {has.length === 0 && fitting.length === 0 && !searching && (
        <span className="meta">{t('labels.noneYet')}</span>
      )}
      {document.refused?.labels && <FieldMessage error={document.refused.labels} />}
      {searching && (
        <div className={styles.search} ref={search}>
          <LabelSearch
            group={group ?? ''}
            label={t('labels.searchFor', { title })}
            selected={has}
            onSelect={add}
            onLeave={() => undefined}
            onEscape={() => {
              setSearching(false);
              opener.current?.focus();
            }}
            error={undefined}
          />
        </div>
      )}
    </li>
  );
});
