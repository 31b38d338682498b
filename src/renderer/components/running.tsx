import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './dialog.module.css';

/** What a dialog shows while it works through many items: how far it is, and the way to stop it. */
export function Running({
  text,
  done,
  total,
  onStop,
}: {
  text: string;
  done: number;
  total: number;
  onStop: () => void;
}) {
  const { t } = useTranslation();
  const [stopping, setStopping] = useState(false);
  return (
    <>
      <p role="status">{text}</p>
      <Progress value={(done / total) * 100} aria-label={text} />
      <div className={styles.buttons}>
        <Button
          ref={(button) => button?.focus()}
          aria-disabled={stopping}
          onClick={() => {
            setStopping(true);
            onStop();
          }}
        >
          {t(stopping ? 'running.stopping' : 'running.stop')}
        </Button>
      </div>
    </>
  );
}
