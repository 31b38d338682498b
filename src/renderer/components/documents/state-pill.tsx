import {
  IconCircleArrowUp,
  IconCircleCheck,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
  type TablerIcon,
} from '@tabler/icons-react';
import { type RecordState, stateRow } from '#shared/access/states.ts';
import styles from './state-pill.module.css';

/** Tabler's circle-half-2 with a filled half: the hatched one looks grey at 14 px. */
function HalfCircle({ size }: { size: number }) {
  return (
    <svg
      className="tabler-icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" />
      <path d="M12 6.5a5.5 5.5 0 0 1 0 11z" fill="currentColor" stroke="none" />
    </svg>
  );
}

type Glyph = TablerIcon | typeof HalfCircle;

/** The glyph fills as the document advances. With the text it shows the state without relying on colour. */
const LOOKS: Readonly<Record<RecordState, { glyph: Glyph; tone: string | undefined }>> = {
  0: { glyph: IconCircleDashed, tone: styles.draft },
  1: { glyph: IconCircleCheck, tone: styles.approved },
  2: { glyph: IconCircleX, tone: styles.rejected },
  3: { glyph: IconCircleCheckFilled, tone: styles.published },
  4: { glyph: IconCircleMinus, tone: styles.obsolete },
  5: { glyph: HalfCircle, tone: styles.pendingReview },
  6: { glyph: IconCircleArrowUp, tone: styles.pendingPublication },
};

export interface StateProps {
  state: RecordState;
}

/** A record's state. `plain` omits the background, for lists in which all rows have the same state. */
export function StatePill({ state, plain = false }: StateProps & { plain?: boolean }) {
  const { glyph: Glyph, tone } = LOOKS[state];
  return (
    <span className={`${styles.pill} ${tone} ${plain ? styles.plain : ''}`}>
      <Glyph size={14} aria-hidden="true" />
      <span>{stateRow(state).label}</span>
    </span>
  );
}

/** Only the glyph, where the text is beside it. */
export function StateGlyph({
  state,
  size = 16,
  titled = false,
}: StateProps & { size?: number; titled?: boolean }) {
  const { glyph: Glyph, tone } = LOOKS[state];
  const label = stateRow(state).label;
  return (
    <span
      className={`${styles.glyph} ${tone}`}
      {...(titled ? { role: 'img', 'aria-label': label, title: label } : { 'aria-hidden': true })}
    >
      <Glyph size={size} aria-hidden="true" />
    </span>
  );
}
