import type { Region } from './changed-regions.ts';
import styles from './mark.module.css';

/** The frame around a place that differs, over an image or page that is positioned. */
export function Mark({ region: { left, top, width, height }, here }: { region: Region; here: boolean }) {
  return (
    <span
      className={styles.mark}
      data-here={here || undefined}
      style={{
        left: `${left * 100}%`,
        top: `${top * 100}%`,
        width: `${width * 100}%`,
        height: `${height * 100}%`,
      }}
    />
  );
}
