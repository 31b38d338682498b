import './catalogue.ts';
import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FirstStep } from '#shared/starting/first-steps.ts';
import type { FirstSteps as Steps } from '#shared/starting/starting.schemas.ts';
import { useEndpoint } from '../../../api/client.ts';
import { WriteButton } from '../../../components/write.tsx';
import styles from './first-steps.module.css';
import { useDismissal } from './use-dismissal.ts';

/** Where each step is taken. */
const PLACES: Readonly<Record<FirstStep, string>> = {
  mail: '/settings',
  people: '/users',
  types: '/settings',
  labels: '/labels',
  libraries: '/groups',
  rules: '/records/search',
  calendar: '/calendars',
  desktop: '/sync',
};

/** The steps that a starter set takes. */
const BY_SETS: readonly FirstStep[] = ['types', 'labels', 'libraries', 'rules', 'calendar'];

function Step({ step: { key, done, possible } }: { step: Steps['steps'][number] }) {
  const { t } = useTranslation('first-steps');
  const Sign = done ? IconCircleCheckFilled : possible ? IconCircle : IconCircleDashed;
  return (
    <li className={styles.step} data-done={done || undefined}>
      <Sign size={18} aria-hidden="true" className={styles.sign} />
      <span className="grow">
        {possible ? (
          <Link to={PLACES[key]} className="link">
            {t(`steps.${key}.name`)}
          </Link>
        ) : (
          <b>{t(`steps.${key}.name`)}</b>
        )}
        <span className="visually-hidden">{` (${t(done ? 'done' : 'open')})`}</span>
        <span className="meta">
          {possible ? t(`steps.${key}.why`) : t('steps.mail.cannot')}
          {!possible && (
            <>
              {' '}
              <Link to="/help?article=usuarios" className="link">
                {t('howMail')}
              </Link>
            </>
          )}
        </span>
      </span>
    </li>
  );
}

/**
 * What the organization still needs, for its admins, until all of it is done or somebody puts the list away. An error is
 * no reason to show anything here: the list is a help beside the day's work.
 */
export function FirstSteps() {
  const { t } = useTranslation('first-steps');
  // Steps are taken on other screens and by other people: each look asks again.
  const { data } = useEndpoint('firstSteps', {}, { staleTime: 0, refetchOnWindowFocus: 'always' });
  const dismissal = useDismissal();
  if (!data || data.dismissed || !data.steps.some(({ done, possible }) => possible && !done)) return null;
  const done = data.steps.filter((step) => step.done).length;
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">{t('title')}</h2>
        <span className="meta">{t('progress', { done, all: data.steps.length })}</span>
        <WriteButton
          variant="subtle"
          size="xs"
          className={styles.dismiss}
          loading={dismissal.isPending}
          onClick={() => dismissal.mutate({ body: { dismissed: true } })}
        >
          {t('dismiss')}
        </WriteButton>
      </header>
      <p className="secondary">{t('intro')}</p>
      <ul className={styles.list}>
        {data.steps.map((step) => (
          <Step key={step.key} step={step} />
        ))}
      </ul>
      {data.steps.some(({ key, done: isDone }) => !isDone && BY_SETS.includes(key)) && (
        <Button component={Link} to="/settings/start">
          {t('sets')}
        </Button>
      )}
    </section>
  );
}
