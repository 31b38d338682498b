import { Button } from '@mantine/core';
import { IconFolderQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ApiError } from '../api/errors.ts';
import { EmptyState, ErrorState } from '../components/page/screen-states.tsx';
import { useTitle } from '../hooks/use-title.ts';
import { useDrawn } from './drawn.ts';

/** For a page that does not exist, or that this person may not see: both look the same. */
export function NotFoundPage() {
  const { t } = useTranslation('app');
  useTitle(t('notFound.title'));
  return (
    <EmptyState
      page
      icon={IconFolderQuestion}
      title={t('notFound.title')}
      action={
        <div className="buttons">
          <Button component={Link} to="/dashboard" variant="filled">
            {t('notFound.action')}
          </Button>
          <Button component={Link} to="/records/search">
            {t('nav.documents')}
          </Button>
        </div>
      }
    >
      {t('notFound.body')}
    </EmptyState>
  );
}

/** Replaces a screen that threw an error. */
export function CrashPage() {
  const { t } = useTranslation('app');
  useDrawn();
  return (
    <ErrorState
      page
      title={t('crash.title')}
      error={new ApiError(0, 'crash', t('crash.body'))}
      onRetry={() => window.location.reload()}
    />
  );
}
