import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from '../preview.module.css';
import { ToolButton } from '../tool-button.tsx';

/** The next zoom step in a direction, from between two steps the nearer one; the same zoom where there is none. */
export function stepFrom(steps: readonly number[], zoom: number, by: 1 | -1): number {
  const next =
    by > 0 ? steps.find((each) => each > zoom + 0.001) : steps.findLast((each) => each < zoom - 0.001);
  return next ?? zoom;
}

/** What 1 is: the true size of what is shown, on paper or in pixels, or the size that the pane gives it. */
type Unit = 'size' | 'fitted';

/** Buttons that zoom in, zoom out, and reset. */
export function Zoom({
  steps,
  zoom,
  fitted = false,
  unit = 'size',
  onZoom,
}: {
  steps: readonly number[];
  /** Undefined until the true size is known. */
  zoom: number | undefined;
  /** The size is decided by the pane. */
  fitted?: boolean;
  unit?: Unit;
  /** Called with undefined to reset. */
  onZoom: (zoom: number | undefined) => void;
}) {
  const { t } = useTranslation('records');
  const step = (by: 1 | -1): void => onZoom(zoom && stepFrom(steps, zoom, by));
  const percent = zoom && Math.round(zoom * 100);
  const now = (): string => {
    if (unit === 'fitted')
      return fitted ? t('preview.zoom.fitted') : t('preview.zoom.times', { times: zoom ?? 1 });
    if (percent === undefined) return t('preview.zoom.fitted');
    return t(fitted ? 'preview.zoom.fittedAt' : 'preview.zoom.percent', { percent });
  };
  return (
    <>
      <ToolButton
        label={t('preview.zoomOut')}
        off={zoom === undefined || zoom <= (steps[0] ?? zoom)}
        onClick={() => step(-1)}
      >
        <IconZoomOut size={18} />
      </ToolButton>
      <button
        type="button"
        className={styles.zoom}
        aria-label={fitted ? undefined : t('preview.zoomReset', { now: now() })}
        onClick={() => onZoom(undefined)}
      >
        <span aria-live="polite">{now()}</span>
      </button>
      <ToolButton
        label={t('preview.zoomIn')}
        off={zoom === undefined || zoom >= (steps.at(-1) ?? zoom)}
        onClick={() => step(1)}
      >
        <IconZoomIn size={18} />
      </ToolButton>
    </>
  );
}
