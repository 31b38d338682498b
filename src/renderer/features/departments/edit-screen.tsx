import './catalogue.ts';
import { Button } from '@mantine/core';
import { IconSitemapOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { useEndpoint } from '../../api/client.ts';
import { Page } from '../../components/page/page.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { useTitle } from '../../hooks/use-title.ts';
import { EditForm } from './edit-form.tsx';
import { placesFor, treeOf } from './tree.ts';

const LIST = '/organizations/departments';

export function Screen() {
  const { t } = useTranslation('departments');
  const { _id = '' } = useParams();
  const query = useEndpoint('departments', {});
  const department = query.data?.find((each) => each._id === _id);
  useTitle(department?.name);
  if (query.isSuccess && !department) {
    return (
      <EmptyState
        page
        icon={IconSitemapOff}
        title={t('missing.title')}
        action={
          <Button component={Link} to={LIST} variant="filled">
            {t('missing.action')}
          </Button>
        }
      >
        {t('missing.body')}
      </EmptyState>
    );
  }
  return (
    <Page title={department?.name ?? t('edit.loading')} back={{ to: LIST, label: t('title') }}>
      {query.isPending && <LoadingRows rows={4} height={64} />}
      {query.isError && !department && (
        <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && department && (
        <EditForm key={_id} department={department} places={placesFor(treeOf(query.data), _id)} />
      )}
    </Page>
  );
}
