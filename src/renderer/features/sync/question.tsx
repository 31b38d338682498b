import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ask } from './commands.ts';
import styles from './panel.module.css';
import { useSync } from './store.ts';

/** What stops the engine until it is answered; nothing is sent meanwhile. */
export function Question() {
  const { t } = useTranslation('sync');
  const question = useSync((state) => state.question);
  if (!question) return null;
  return (
    <section className={styles.question} role="alert">
      <h2>{t(`questions.${question.kind}.title`, { count: question.files ?? 0 })}</h2>
      <p>{t(`questions.${question.kind}.body`)}</p>
      <div className={styles.buttons}>
        {question.answers.map((answer) => (
          <Button
            key={answer}
            size="xs"
            onClick={() => ask((sync) => sync.answer({ question: question._id, answer }))}
          >
            {t(`answers.${answer}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}
