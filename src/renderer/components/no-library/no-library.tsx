import './catalogue.ts';
import { IconBooks } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '../../api/client.ts';
import { useUser } from '../../api/session-store.ts';
import { EmptyState } from '../page/screen-states.tsx';
import { WriteButton } from '../write.tsx';

/**
 * For somebody who belongs to no library. Who administers has nobody to ask: they make the first one, or join one of
 * those that exist.
 */
export function NoLibrary() {
  const { t } = useTranslation('no-library');
  const { isAdmin } = useUser();
  const all = useEndpoint('groups', {}, { enabled: isAdmin });
  if (isAdmin && all.isPending) return null;
  const way = !isAdmin ? 'asks' : all.data?.length === 0 ? 'first' : 'joins';
  return (
    <EmptyState
      icon={IconBooks}
      title={t(`${way}.title`)}
      action={
        way !== 'asks' && (
          <WriteButton to={way === 'first' ? '/groups/create' : '/groups'}>{t(`${way}.action`)}</WriteButton>
        )
      }
    >
      {t(`${way}.body`)}
    </EmptyState>
  );
}
