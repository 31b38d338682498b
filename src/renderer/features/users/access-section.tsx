import { useTranslation } from 'react-i18next';
import type { Account } from '#shared/people/users.schemas.ts';
import { useCall, useEndpoint } from '../../api/client.ts';
import { useUser } from '../../api/session-store.ts';
import { DesktopsList } from '../../components/access/desktops-list.tsx';
import { SessionsList } from '../../components/access/sessions-list.tsx';
import { FormSection } from '../../components/form-page/form-page.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { toast } from '../../components/toast.tsx';
import { useShell } from '../../hooks/shell-actions.ts';
import { fullName } from '../../i18n/format.ts';

/** A person's sessions and computers. An admin can end sessions, and rename or remove computers. */
export function AccessSection({ person }: { person: Account }) {
  const { t } = useTranslation('users');
  const shell = useShell();
  const self = useUser()._id === person._id;
  const query = useEndpoint('userAccess', { params: { id: person._id } });
  const onError = (error: unknown): unknown => toast.error(t('access.endFailed'), error);
  const end = useCall('userSessionEnd', { onError, onSuccess: () => toast.success(t('access.ended')) });
  const endAll = useCall('userSessionsEnd', {
    onError,
    onSuccess: ({ ended }) => toast.success(t('access.endedAll', { count: ended })),
  });
  const rename = useCall('clientUpdate', { onSuccess: () => toast.success(t('access.renamed')) });
  const revoke = useCall('clientDelete', {
    onError: (error) => toast.error(t('access.revokeFailed'), error),
    onSuccess: () => toast.success(t('access.revoked')),
  });
  return (
    <>
      <FormSection title={t('access.sessions')} intro={t('access.sessionsIntro')}>
        <div data-tour="users-access">
          {query.isPending && <LoadingRows rows={2} height={44} />}
          {query.isError && (
            <ErrorState title={t('access.failed')} error={query.error} onRetry={() => void query.refetch()} />
          )}
          {query.data && (
            <SessionsList
              sessions={query.data.sessions}
              // For an admin's own account the current session stays, so the profile's texts are used.
              {...(self ? {} : { person: fullName(person) })}
              onEnd={(session) =>
                session.current
                  ? shell.signOut()
                  : end.mutate({ params: { id: person._id, session: session._id } })
              }
              onEndAll={() => endAll.mutate({ params: { id: person._id } })}
            />
          )}
        </div>
      </FormSection>
      {query.data && (
        <FormSection title={t('access.desktops')} intro={t('access.desktopsIntro')}>
          <DesktopsList
            desktops={query.data.desktops}
            onRename={(desktop, name) => rename.mutateAsync({ params: { id: desktop._id }, body: { name } })}
            onRevoke={(desktop) => revoke.mutate({ params: { id: desktop._id } })}
          />
        </FormSection>
      )}
    </>
  );
}
