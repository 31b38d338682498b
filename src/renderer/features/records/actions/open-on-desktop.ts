import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { syncChannel } from '#shared/realtime/channels.ts';
import type { DesktopPresence } from '#shared/realtime/frames.ts';
import { ENVELOPE_VERSION } from '#shared/realtime/messages.ts';
import { newId } from '../../../api/http.ts';
import { sendMessage, useRealtime } from '../../../api/realtime.ts';
import { useSession } from '../../../api/session-store.ts';
import { toast } from '../../../components/toast.tsx';
import { desktop as here, unwrap } from '../../../platform/platform.ts';

/** Why a document cannot be opened: there is no desktop, or this one does not download it now. */
export type Obstacle = 'away' | 'off' | 'paused';

/** Asks this computer to download the document and open it. Returns the obstacle if it cannot. */
async function openHere(record: string): Promise<Obstacle | undefined> {
  if (!here) return 'away';
  const { root, status } = await unwrap(here.sync.state());
  if (root === null || status === 'off') return 'off';
  if (status === 'paused') return 'paused';
  await unwrap(here.sync.openRecord({ record }));
  return undefined;
}

/** The id of this computer's client, on the desktop. */
function useOwnClient(): string | null {
  const [client, setClient] = useState<string | null>(null);
  useEffect(() => {
    if (!here) return;
    unwrap(here.sync.state()).then(
      ({ clientId }) => setClient(clientId),
      () => undefined,
    );
    return here.sync.onChanged(({ clientId }) => setClient(clientId));
  }, []);
  return client;
}

/** The person's desktops that can open a document, and how; or the obstacle where none can. */
export function useOpenOnDesktop(recordId: string): {
  /** The person's other computers that are online now. This one is offered separately. */
  online: readonly DesktopPresence[];
  open: (desktop: DesktopPresence) => void;
  /** Opens it on this computer, or returns the obstacle. */
  openHere: () => void;
  obstacle: Obstacle | undefined;
  forget: () => void;
  /** Removes the obstacle and opens the document. */
  insist: () => Promise<void>;
} {
  const { t } = useTranslation('records');
  const [obstacle, setObstacle] = useState<Obstacle>();
  const user = useSession((state) => state.user);
  const own = useOwnClient();
  const online = useRealtime((state) => state.desktops).filter(
    (desktop) => desktop.online && desktop.clientId !== own,
  );
  const failed = (error: unknown): void => void toast.error(t('actions.failed'), error);

  const tryHere = async (): Promise<void> => {
    const found = await openHere(recordId);
    setObstacle(found);
    if (!found) toast.info(t('actions.opening', { name: t('actions.thisComputer') }));
  };
  return {
    online: user ? online : [],
    openHere: () => void tryHere().catch(failed),
    obstacle,
    forget: () => setObstacle(undefined),
    insist: async () => {
      if (!here) return;
      try {
        if (obstacle === 'paused') await unwrap(here.sync.resume());
        if (obstacle === 'off') {
          const folder = await unwrap(here.settings.pickRoot());
          if (!folder) return;
          await unwrap(here.settings.setRoot(folder));
        }
        setObstacle(undefined);
        await unwrap(here.sync.openRecord({ record: recordId }));
        toast.info(t('actions.opening', { name: t('actions.thisComputer') }));
      } catch (error) {
        failed(error);
      }
    },
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
