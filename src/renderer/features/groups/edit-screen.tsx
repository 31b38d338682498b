import './catalogue.ts';
import { Button } from '@mantine/core';
import { IconBooksOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { useEndpoint } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { useUser } from '../../api/session-store.ts';
import { Page } from '../../components/page/page.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { useTitle } from '../../hooks/use-title.ts';
import { EditForm } from './edit-form.tsx';
import { MemberView } from './member-view.tsx';

/** One library: the form for admins, a read-only view for members. */
export function Screen() {
  const { t } = useTranslation('groups');
  const { _id = '' } = useParams();
  const { isAdmin } = useUser();
  const query = useEndpoint('groupGet', { params: { id: _id } });
  useTitle(query.data?.name);
  const unknown = query.error instanceof ApiError && [400, 404].includes(query.error.status);

  if (query.data && !unknown) {
    return isAdmin ? <EditForm key={_id} library={query.data} /> : <MemberView library={query.data} />;
  }
  if (unknown) {
    return (
      <EmptyState
        page
        icon={IconBooksOff}
        title={t('missing.title')}
        action={
          <Button component={Link} to={isAdmin ? '/groups' : '/records/search'} variant="filled">
            {t('missing.action')}
          </Button>
        }
      >
        {t('missing.body')}
      </EmptyState>
    );
  }
  return (
    <Page title={t('edit.loading')}>
      {query.isPending && <LoadingRows rows={8} height={48} />}
      {query.isError && (
        <ErrorState title={t('edit.failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Page>
  );
}
