import { useTranslation } from 'react-i18next';
import { syncChannel } from '#shared/realtime/channels.ts';
import type { DesktopPresence } from '#shared/realtime/frames.ts';
import { ENVELOPE_VERSION } from '#shared/realtime/messages.ts';
import { newId } from '../../../api/http.ts';
import { sendMessage, useRealtime } from '../../../api/realtime.ts';
import { useSession } from '../../../api/session-store.ts';
import { toast } from '../../../components/toast.tsx';

/** One's desktops that are online now, and how to have a document opened there. */
export function useOpenOnDesktop(recordId: string): {
  online: readonly DesktopPresence[];
  open: (desktop: DesktopPresence) => void;
} {
  const { t } = useTranslation('records');
  const user = useSession((state) => state.user);
  const online = useRealtime((state) => state.desktops).filter((desktop) => desktop.online);
  return {
    online: user ? online : [],
    open: (desktop) => {
      if (!user) return;
      sendMessage(syncChannel(user._id, desktop.clientId), {
        v: ENVELOPE_VERSION,
        id: newId(),
        opId: newId(),
        type: 'download',
        recordId,
        data: { open: true },
      }).then(
        () => toast.info(t('actions.opening', { name: desktop.name })),
        () => toast.error(t('actions.failed'), t('actions.desktopAway')),
      );
    },
  };
}
