import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './preview.module.css';
import { ToolButton } from './tool-button.tsx';

/** The next zoom step in a direction. From between two steps it goes to the nearer one. */
export function stepFrom(steps: readonly number[], zoom: number, by: 1 | -1): number {
  const next =
    by > 0 ? steps.find((each) => each > zoom + 0.001) : steps.findLast((each) => each < zoom - 0.001);
  return next ?? (by > 0 ? steps.at(-1) : steps[0]) ?? 1;
}

/** Buttons that zoom in, zoom out, and reset. */
export function Zoom({
  steps,
  zoom,
  fitted = false,
  onZoom,
}: {
  steps: readonly number[];
  zoom: number;
  /** The size is decided by the pane. */
  fitted?: boolean;
  /** Called with undefined to reset. */
  onZoom: (zoom: number | undefined) => void;
}) {
  const { t } = useTranslation('records');
  return (
    <>
      <ToolButton
        label={t('preview.zoomOut')}
        off={zoom <= (steps[0] ?? 0)}
        onClick={() => onZoom(stepFrom(steps, zoom, -1))}
      >
        <IconZoomOut size={18} />
      </ToolButton>
      <button
        type="button"
        className={styles.zoom}
        aria-label={fitted ? undefined : t('preview.zoomReset', { percent: Math.round(zoom * 100) })}
        onClick={() => onZoom(undefined)}
      >
        <span aria-live="polite">{fitted ? t('preview.fit') : `${Math.round(zoom * 100)} %`}</span>
      </button>
      <ToolButton
        label={t('preview.zoomIn')}
        off={zoom >= (steps.at(-1) ?? 0)}
        onClick={() => onZoom(stepFrom(steps, zoom, 1))}
      >
        <IconZoomIn size={18} />
      </ToolButton>
    </>
  );
}
