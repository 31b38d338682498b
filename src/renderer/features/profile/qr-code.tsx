import { encode } from 'uqr';
import styles from './profile.module.css';

/** Width of the empty margin in modules, which readers need to find the code (ISO/IEC 18004). */
const QUIET = 4;

/** A QR code as one SVG path: a rectangle for each run of dark modules in a row. Dark on white in both themes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const runs = data.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ index, 0: run }) => `M${index + QUIET} ${y + QUIET}h${run.length}v1h-${run.length}z`),
  );
  const side = size + 2 * QUIET;
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${side}v${side}h-${side}z`} fill="#fff" />
      <path d={runs.join('')} fill="#000" />
    </svg>
  );
}
