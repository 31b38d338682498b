import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../components/toast.tsx';
import { desktop, unwrap } from '../platform/platform.ts';

/** Says once after sign-in that this computer cannot store the session, because the system has no secret store. */
export function DesktopNotices() {
  const { t } = useTranslation('app');
  useEffect(() => {
    if (!desktop) return undefined;
    let alive = true;
    unwrap(desktop.session.state()).then(
      ({ kept }) => alive && kept === 'memory' && toast.notice(t('memoryOnly')),
      () => undefined,
    );
    return () => {
      alive = false;
    };
  }, [t]);
  return null;
}
