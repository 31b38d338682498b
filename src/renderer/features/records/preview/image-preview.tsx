import { ActionIcon } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './preview.module.css';

const STEPS = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4] as const;

/** An image, fitted to the pane until somebody zooms. */
export function ImagePreview({ content, name, broken }: { content: Blob; name: string; broken: ReactNode }) {
  const { t } = useTranslation('records');
  const [url, setUrl] = useState<string>();
  const [zoom, setZoom] = useState<number>();
  const [natural, setNatural] = useState(0);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const made = URL.createObjectURL(content);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);

  const step = (by: 1 | -1): void => {
    const at = STEPS.findIndex((each) => each >= (zoom ?? 1));
    setZoom(STEPS[Math.max(0, Math.min(STEPS.length - 1, at + by))]);
  };

  if (failed) return broken;
  return (
    <>
      <div className={styles.toolbar} role="toolbar" aria-label={t('preview.toolbar')}>
        <span className="grow" />
        <ActionIcon variant="subtle" aria-label={t('preview.zoomOut')} onClick={() => step(-1)}>
          <IconZoomOut size={18} />
        </ActionIcon>
        <button type="button" className={styles.zoom} onClick={() => setZoom(undefined)}>
          {zoom ? `${Math.round(zoom * 100)} %` : t('preview.fit')}
        </button>
        <ActionIcon variant="subtle" aria-label={t('preview.zoomIn')} onClick={() => step(1)}>
          <IconZoomIn size={18} />
        </ActionIcon>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={name}>
        {url && (
          <img
            src={url}
            alt={name}
            className={styles.image}
            style={zoom && natural ? { width: natural * zoom, maxWidth: 'none' } : undefined}
            onLoad={(event) => setNatural(event.currentTarget.naturalWidth)}
            onError={() => setFailed(true)}
          />
        )}
      </section>
    </>
  );
}
