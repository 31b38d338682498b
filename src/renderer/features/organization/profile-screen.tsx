import './catalogue.ts';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '../../api/client.ts';
import { Page } from '../../components/page/page.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { ProfileForm } from './profile-form.tsx';

/** The organization's data and logo. */
export function Screen() {
  const { t } = useTranslation('organization');
  const query = useEndpoint('organizationProfile', {}, { staleTime: 0 });
  return (
    <Page title={t('title')} intro={t('intro')}>
      {query.isPending && <LoadingRows rows={8} height={44} />}
      {query.isError && !query.data && (
        <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && <ProfileForm profile={query.data} load={async () => (await query.refetch()).data} />}
    </Page>
  );
}
