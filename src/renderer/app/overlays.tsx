import { useMediaQuery } from '@mantine/hooks';
import { ModalsProvider, modals, useModals } from '@mantine/modals';
import { Notifications, useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { BREAKPOINTS, TOAST_MS } from '#shared/platform/limits.ts';
import { showDialogs } from '../components/dialogs.ts';
import { listenForBack } from '../hooks/sheet-history.ts';
import { useBackCloses } from '../hooks/use-back-closes.ts';
import { useBottomBars } from '../hooks/use-bottom-bars.ts';
import styles from './overlays.module.css';

/** Toasts and dialogs over every page. Loaded after the first screen, which has none. */
export function Overlays() {
  const { t } = useTranslation();
  // At the top a toast would cover the search, the filters and the way back.
  const narrow = useMediaQuery(`(max-width: ${BREAKPOINTS.tablet - 1}px)`);
  const shown = useNotifications().notifications.length > 0;
  const bars = useBottomBars(shown);
  useEffect(() => showDialogs(modals), []);
  useEffect(listenForBack, []);
  return (
    <>
      <Notifications
        position={narrow ? 'bottom-center' : 'bottom-right'}
        className={styles.toasts ?? ''}
        style={{ '--bottom-bars': `${bars}px` }}
        autoClose={TOAST_MS}
        limit={4}
      />
      <ModalsProvider labels={{ confirm: t('continue'), cancel: t('cancel') }}>
        <BackCancels />
      </ModalsProvider>
    </>
  );
}

/** On a phone, going back while a question is asked does what its "cancel" does. */
function BackCancels() {
  const { modals: asked, closeModal } = useModals();
  const uppermost = asked.at(-1);
  useBackCloses(uppermost !== undefined, () => uppermost && closeModal(uppermost.id, true));
  return null;
}
