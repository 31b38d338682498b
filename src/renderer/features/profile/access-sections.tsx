import { useTranslation } from 'react-i18next';
import type { Access } from '#shared/people/account.schemas.ts';
import { useCall } from '../../api/client.ts';
import { DesktopsList } from '../../components/access/desktops-list.tsx';
import { SessionsList } from '../../components/access/sessions-list.tsx';
import { FormSection } from '../../components/form-page/form-page.tsx';
import { toast } from '../../components/toast.tsx';
import { useShell } from '../../hooks/shell-actions.ts';

/** The person's sessions and computers. */
export function AccessSections({ access }: { access: Access }) {
  const { t } = useTranslation('profile');
  const shell = useShell();
  const onError = (error: unknown): unknown => toast.error(t('sessions.failed'), error);
  const end = useCall('sessionEnd', { onError, onSuccess: () => toast.success(t('sessions.ended')) });
  const endOthers = useCall('sessionsEnd', {
    onError,
    onSuccess: ({ ended }) => toast.success(t('sessions.endedAll', { count: ended })),
  });
  const rename = useCall('clientUpdate', { onSuccess: () => toast.success(t('desktops.renamed')) });
  const revoke = useCall('clientDelete', {
    onError: (error) => toast.error(t('desktops.failed'), error),
    onSuccess: () => toast.success(t('desktops.revoked')),
  });
  return (
    <>
      <FormSection title={t('sessions.title')} intro={t('sessions.intro')}>
        <SessionsList
          sessions={access.sessions}
          onEnd={(session) =>
            session.current ? shell.signOut() : end.mutate({ params: { id: session._id } })
          }
          onEndAll={() => endOthers.mutate({})}
        />
      </FormSection>
      <FormSection title={t('desktops.title')} intro={t('desktops.intro')}>
        <DesktopsList
          desktops={access.desktops}
          onRename={(desktop, name) => rename.mutateAsync({ params: { id: desktop._id }, body: { name } })}
          onRevoke={(desktop) => revoke.mutate({ params: { id: desktop._id } })}
        />
      </FormSection>
    </>
  );
}
