import { IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { labelPath } from '#shared/labels/label-path.ts';
import type { Label } from '#shared/labels/labels.schemas.ts';
import { LABELS_MAX } from '#shared/platform/limits.ts';
import styles from '../steps/labels-step.module.css';
import { setLabels, useWizard } from '../wizard-store.ts';
import { useSuggestedLabels } from './suggested-labels.ts';

const STEP = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 } as const;

/** Labels to be taken by a click or Enter; the arrows go through them, and after one is taken the next has the focus. */
export function SuggestionList({
  labels,
  title,
  onTake,
}: {
  labels: readonly Label[];
  title: string;
  onTake: (label: Label) => void;
}) {
  const { t } = useTranslation('upload');
  const list = useRef<HTMLUListElement>(null);
  const buttons = () => [...(list.current?.querySelectorAll('button') ?? [])];
  const walk = (event: KeyboardEvent): void => {
    const by = STEP[event.key as keyof typeof STEP];
    if (by === undefined) return;
    const all = buttons();
    const to = all[all.indexOf(event.target as HTMLButtonElement) + by];
    if (!to) return;
    event.preventDefault();
    to.focus();
  };
  const take = (label: Label, at: number): void => {
    const byKey = list.current?.contains(document.activeElement);
    // Drawn at once: the taken one has left the list before the next key is pressed.
    flushSync(() => onTake(label));
    if (!byKey) return;
    const left = buttons();
    (left[at] ?? left.at(-1))?.focus();
  };
  return (
    <ul
      className={styles.suggestions}
      aria-label={title}
      data-suggestions
      ref={list}
      onKeyDown={walk}
      // By mouse the focus stays in the search: what is said when it is left would move the buttons away.
      onMouseDown={(event) => event.preventDefault()}
    >
      {labels.map((label, at) => (
        <li key={label._id}>
          <button
            type="button"
            className={styles.suggestion}
            title={labelPath(label)}
            aria-label={t('labels.add', { name: labelPath(label) })}
            onClick={() => take(label, at)}
          >
            <IconPlus size={14} aria-hidden="true" />
            <span className="ellipsis">{label.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Labels to choose for all documents, with what speaks for them. */
export function SuggestionGroups() {
  const { t } = useTranslation('upload');
  const { labels, documents } = useWizard();
  const suggestions = useSuggestedLabels(labels);
  if (labels.length >= LABELS_MAX) return null;
  return suggestions.map(({ because, labels: offered }) => {
    const title = t(`labels.because.${because}`, { count: documents.length });
    return (
      <div key={because === 'text' ? 'text' : 'place'} className={styles.suggested}>
        <p className={`meta ${styles.because}`}>{title}</p>
        <SuggestionList labels={offered} title={title} onTake={(label) => setLabels([...labels, label])} />
      </div>
    );
  });
}
