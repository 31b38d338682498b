import './catalogue.ts';
import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { desktop } from '../../platform/platform.ts';
import styles from './dock.module.css';
import { useDock, WIDE } from './dock-store.ts';
import { Panel } from './panel.tsx';

/** The sync panel beside the open screen, in a wide window. */
export function Dock() {
  const { t } = useTranslation('sync');
  const { pathname } = useLocation();
  const open = useDock((state) => state.open);
  const wide = useMediaQuery(WIDE);
  if (!desktop || !open || !wide || pathname === '/sync') return null;
  const close = (): void => {
    useDock.setState({ open: false });
    // The focus returns to the button that opened it; otherwise it would be lost with the close button.
    document.querySelector<HTMLElement>('[aria-controls="sync-dock"]')?.focus();
  };
  return (
    <aside
      id="sync-dock"
      className={styles.dock}
      aria-label={t('title')}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && close()}
    >
      <div className={styles.stay}>
        <Panel
          heading="h2"
          close={
            <ActionIcon aria-label={t('close')} onClick={close}>
              <IconX size={18} />
            </ActionIcon>
          }
        />
      </div>
    </aside>
  );
}
