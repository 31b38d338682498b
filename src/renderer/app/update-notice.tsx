import { Button, Group } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UpdateState } from '#shared/ipc/update.ts';
import { toast } from '../components/toast.tsx';
import { desktop, desktopInfo, unwrap } from '../platform/platform.ts';
import styles from './update-notice.module.css';

/** Whether leaving the page would ask first: unsaved changes, or a running upload. */
const wouldBeMissed = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/**
 * An update of the desktop app. It is offered once it is downloaded, and never installed without asking. A person who
 * checked for updates also sees the other states.
 */
export function UpdateNotice() {
  const { t } = useTranslation('app');
  const [ready, setReady] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** The version that the person postponed: a newer one is offered again. */
  const later = useRef<string | null>(null);

  useEffect(() => {
    const bridge = desktop?.update;
    if (!bridge) return undefined;
    let told = '';
    const take = ({ status, version, asked }: UpdateState) => {
      if (asked) later.current = null;
      setReady(status === 'ready' && version !== later.current ? version : null);
      if (status === 'failed') setBusy(false);
      const line = `${asked} ${status}`;
      if (line === told && status !== 'current') return;
      told = line;
      if (!asked) return;
      if (status === 'current') toast.info(t('update.current', { version: desktopInfo()?.version }));
      if (status === 'downloading') toast.info(t('update.downloading', { version }));
      if (status === 'failed') toast.error(t('update.failedTitle'), t('update.failed'));
    };
    unwrap(bridge.state()).then(
      (state) => take({ ...state, asked: false }),
      () => undefined,
    );
    return bridge.onChanged(take);
  }, [t]);

  if (!ready) return null;

  const restart = () => {
    if (!desktop) return;
    if (wouldBeMissed()) {
      toast.warning(t('update.unsaved'));
      return;
    }
    setBusy(true);
    unwrap(desktop.update.install()).catch((error: unknown) => {
      setBusy(false);
      toast.error(t('update.installTitle'), error);
    });
  };
  const wait = () => {
    later.current = ready;
    setReady(null);
  };

  return (
    <div className={styles.bar} role="status">
      <span className={styles.text}>
        <IconRefresh size={18} aria-hidden="true" />
        {t('update.ready', { version: ready })}
      </span>
      <Group gap="xs">
        <Button size="xs" loading={busy} onClick={restart}>
          {t('update.restart')}
        </Button>
        <Button size="xs" variant="subtle" disabled={busy} onClick={wait}>
          {t('update.later')}
        </Button>
      </Group>
    </div>
  );
}
