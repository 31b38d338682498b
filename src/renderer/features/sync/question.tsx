import { Button } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SyncQuestion } from '#shared/ipc/sync-state.ts';
import { runSyncCommand } from './commands.ts';
import styles from './panel.module.css';
import { byFolder } from './places.ts';
import { useSync } from './store.ts';

interface FocusAfter {
  /** Moves the focus to the next element when the question is removed while it has the focus. */
  readonly moveFocus: () => void;
}

/** A question of the engine. The files that it concerns are neither sent nor changed until it is answered. */
export function Question({ moveFocus }: FocusAfter) {
  const question = useSync((state) => state.question);
  return question && <Asked key={question._id} question={question} moveFocus={moveFocus} />;
}

function Asked({ question, moveFocus }: FocusAfter & { readonly question: SyncQuestion }) {
  const { t } = useTranslation('sync');
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = section.current;
    // Runs before the element is removed, while it still has the focus.
    return () => {
      if (element?.contains(document.activeElement)) moveFocus();
    };
  }, [moveFocus]);
  const { paths = [], files: count = 0 } = question;
  return (
    <section ref={section} className={styles.question} role="alert">
      <h2>{t(`questions.${question.kind}.title`, { count })}</h2>
      <p>{t(`questions.${question.kind}.body`)}</p>
      {paths.length > 0 && (
        <Named
          paths={paths}
          count={count}
          label={question.kind === 'earlier-contents' ? t('questions.wentBack') : t('questions.named')}
        />
      )}
      <div className={styles.buttons}>
        {question.answers.map((answer) => (
          <Button
            key={answer}
            size="xs"
            onClick={() => runSyncCommand((sync) => sync.answer({ question: question._id, answer }))}
          >
            {t(`answers.${answer}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}

interface NamedProps {
  readonly paths: readonly string[];
  readonly count: number;
  readonly label: string;
}

/** The files of the question, by folder. */
function Named({ paths, count, label }: NamedProps) {
  const { t } = useTranslation('sync');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={styles.named} tabIndex={0} aria-label={label}>
      {byFolder(paths).map(({ folder, names }) => (
        <div key={folder}>
          <h3 className="meta">{folder}</h3>
          <ul>
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </div>
      ))}
      {count > paths.length && <p className="meta">{t('questions.more', { count: count - paths.length })}</p>}
    </section>
  );
}
