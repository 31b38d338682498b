import './catalogue.ts';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { MailChoices } from '#shared/notifications/preferences.schemas.ts';
import { useCall, useEndpoint } from '../../api/client.ts';
import { ApiError, errorMessage } from '../../api/errors.ts';
import { OpenSheet } from '../../components/page/open-sheet.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { WriteButton } from '../../components/write.tsx';
import styles from './unsubscribe-screen.module.css';
import { typeKey } from './wording.ts';

type Choices = MailChoices['choices'];

const mailed = (choices: Choices): Choices =>
  choices.filter(({ choice }) => choice === 'mail' || choice === 'daily');

/** The screen behind the unsubscribe link of a mail: one question, one button, and undo. It needs no session. */
export function Screen() {
  const { t } = useTranslation('notifications');
  const { token = '' } = useParams();
  const link = useEndpoint('mailChoices', { params: { token } }, { retry: false });
  if (link.isPending) {
    return (
      <OpenSheet>
        <LoadingRows rows={3} height={44} />
      </OpenSheet>
    );
  }
  if (link.isError) {
    const unknown = link.error instanceof ApiError && [400, 404].includes(link.error.status);
    return (
      <OpenSheet>
        {unknown ? (
          <>
            <h1>{t('unsubscribe.unknown')}</h1>
            <p>{t('unsubscribe.unknownBody')}</p>
            <Actions />
          </>
        ) : (
          <ErrorState
            title={t('unsubscribe.failed')}
            error={link.error}
            onRetry={() => void link.refetch()}
          />
        )}
      </OpenSheet>
    );
  }
  return (
    <OpenSheet>
      <Question token={token} link={link.data} />
    </OpenSheet>
  );
}

function Question({ token, link }: { token: string; link: MailChoices }) {
  const { t } = useTranslation('notifications');
  const heading = useRef<HTMLHeadingElement>(null);
  /** The mail choice now, and the one before the change, which undo restores. */
  const [choices, setChoices] = useState(link.choices);
  const [before, setBefore] = useState<Choices>();
  const { mutate, isPending, error } = useCall('mailChoicesPut', {
    onSuccess: (answer) => setChoices(answer.choices),
  });
  const on = mailed(choices);
  // The heading is focused, so that a screen reader announces the result.
  useEffect(() => {
    if (before) heading.current?.focus();
  }, [before]);

  const set = (
    wanted: readonly { type: Choices[number]['type']; choice: 'app' | 'mail' | 'daily' }[],
  ): void => mutate({ params: { token }, body: { choices: [...wanted] } });
  const stop = (): void => {
    setBefore(on);
    set(on.map(({ type }) => ({ type, choice: 'app' })));
  };
  const resume = (): void =>
    set(
      (before ?? choices).map(({ type, choice }) => ({
        type,
        choice: choice === 'daily' ? 'daily' : 'mail',
      })),
    );
  const about = on.length > 0 ? on : (before ?? choices);
  const state = on.length > 0 ? (before ? 'resumed' : 'ask') : before ? 'stopped' : 'off';

  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t(`unsubscribe.${state}.title`)}
      </h1>
      <p>{t(`unsubscribe.${state}.body`, { email: link.email })}</p>
      <ul className={styles.types}>
        {about.map(({ type }) => (
          <li key={type}>{t(typeKey(type))}</li>
        ))}
      </ul>
      {error && (
        <p className={styles.failure} role="alert">
          {errorMessage(error)}
        </p>
      )}
      <Actions>
        {on.length > 0 ? (
          <WriteButton variant="filled" loading={isPending} onClick={stop}>
            {t('unsubscribe.stop')}
          </WriteButton>
        ) : (
          <WriteButton loading={isPending} onClick={resume}>
            {t('unsubscribe.resume')}
          </WriteButton>
        )}
      </Actions>
      <p className="meta">{t('unsubscribe.rest')}</p>
    </>
  );
}

function Actions({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('notifications');
  return (
    <div className={styles.actions}>
      {children}
      <Button component={Link} to="/notifications?tab=preferences" variant="subtle">
        {t('unsubscribe.preferences')}
      </Button>
    </div>
  );
}
