import './catalogue.ts';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { ReportMailLink } from '#shared/report/report-mails.schemas.ts';
import { useCall, useEndpoint } from '../../../api/client.ts';
import { ApiError, errorMessage } from '../../../api/errors.ts';
import dialog from '../../../components/dialog.module.css';
import { OpenSheet } from '../../../components/page/open-sheet.tsx';
import { ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { WriteButton } from '../../../components/write.tsx';
import styles from './mails.module.css';

/** The screen behind the link in a mailed report that ends it: one question, one button, and undo. It needs no session. */
export function Screen() {
  const { t } = useTranslation('report-mails');
  const { token = '' } = useParams();
  const link = useEndpoint('reportMailLink', { params: { token } }, { retry: false });
  if (link.isPending)
    return (
      <OpenSheet>
        <LoadingRows rows={3} height={44} />
      </OpenSheet>
    );
  if (link.isError) {
    const unknown = link.error instanceof ApiError && [400, 404].includes(link.error.status);
    return (
      <OpenSheet>
        {unknown ? (
          <>
            <h1>{t('leaving.unknown')}</h1>
            <p>{t('leaving.unknownBody')}</p>
            <div className={styles.actions}>
              <ToReport />
            </div>
          </>
        ) : (
          <ErrorState title={t('leaving.failed')} error={link.error} onRetry={() => void link.refetch()} />
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

function Question({ token, link }: { token: string; link: ReportMailLink }) {
  const { t } = useTranslation('report-mails');
  const heading = useRef<HTMLHeadingElement>(null);
  const [now, setNow] = useState(link);
  const [changed, setChanged] = useState(false);
  const { mutate, isPending, error } = useCall('reportMailLinkPut', {
    onSuccess: (answer) => {
      setNow(answer);
      setChanged(true);
      // The heading is focused, so that a screen reader announces the result.
      heading.current?.focus();
    },
  });
  useEffect(() => setNow(link), [link]);
  const state = now.receives ? (changed ? 'back' : 'ask') : 'done';
  const set = (receives: boolean): void => mutate({ params: { token }, body: { receives } });
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t(`leaving.${state}`)}
      </h1>
      <p>{t(`leaving.${state}Body`, { email: now.email, organization: now.organization })}</p>
      {error && (
        <p className={dialog.failure} role="alert">
          {errorMessage(error)}
        </p>
      )}
      <div className={styles.actions}>
        {now.receives ? (
          <WriteButton variant="filled" loading={isPending} onClick={() => set(false)}>
            {t('leaving.stop')}
          </WriteButton>
        ) : (
          <WriteButton loading={isPending} onClick={() => set(true)}>
            {t('leaving.resume')}
          </WriteButton>
        )}
        <ToReport />
      </div>
    </>
  );
}

function ToReport() {
  const { t } = useTranslation('report-mails');
  return (
    <Button component={Link} to="/calendars/report?mails=list" variant="subtle">
      {t('leaving.open')}
    </Button>
  );
}
