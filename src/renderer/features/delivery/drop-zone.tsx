import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useTouch } from '../../hooks/use-touch.ts';
import styles from './delivery.module.css';

/** Takes files that are dragged here, or chosen by its button. */
export function DropZone({
  small,
  full,
  onFiles,
}: {
  /** There are files already. */
  small: boolean;
  /** Nothing more fits. */
  full: boolean;
  onFiles: (files: readonly File[]) => void;
}) {
  const { t } = useTranslation('delivery');
  const pick = useRef<() => void>(null);
  const touch = useTouch();
  return (
    <Dropzone
      onDrop={onFiles}
      openRef={pick}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ 'aria-label': t('input') }}
      classNames={{ root: styles.zone ?? '', inner: styles.inner ?? '' }}
      data-small={small || undefined}
      unstyled
    >
      <IconUpload size={small ? 20 : 26} aria-hidden="true" className="secondary" />
      <span className={styles.words}>
        <b>{t(touch ? 'zoneTouch' : 'zone')}</b>
        {!small && !touch && <span className="secondary">{t('or')}</span>}
      </span>
      <Button onClick={() => pick.current?.()} disabled={full}>
        {small ? t('more') : t('pick')}
      </Button>
    </Dropzone>
  );
}
