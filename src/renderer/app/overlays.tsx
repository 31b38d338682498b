import { useMediaQuery } from '@mantine/hooks';
import { ModalsProvider, modals } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { BREAKPOINTS, TOAST_MS } from '#shared/platform/limits.ts';
import { showDialogs } from '../components/dialogs.ts';

/** Toasts and dialogs over every page. Loaded after the first screen, which has none. */
export function Overlays() {
  const { t } = useTranslation();
  // On narrow screens the main actions are at the bottom, where a toast would cover them.
  const narrow = useMediaQuery(`(max-width: ${BREAKPOINTS.tablet - 1}px)`);
  useEffect(() => showDialogs(modals), []);
  return (
    <>
      <Notifications position={narrow ? 'top-center' : 'bottom-right'} autoClose={TOAST_MS} limit={4} />
      <ModalsProvider labels={{ confirm: t('continue'), cancel: t('cancel') }} />
    </>
  );
}
