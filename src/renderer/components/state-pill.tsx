import {
  IconCircleArrowUp,
  IconCircleCheck,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleHalf2,
  IconCircleMinus,
  IconCircleX,
  type TablerIcon,
} from '@tabler/icons-react';
import { type RecordState, stateRow } from '#shared/domain/states.ts';
import styles from './state-pill.module.css';

/** The round glyph fills as the document advances; with the text it tells the state without its colour. */
const LOOKS: Readonly<Record<RecordState, { glyph: TablerIcon; tone: string | undefined }>> = {
  0: { glyph: IconCircleDashed, tone: styles.draft },
  1: { glyph: IconCircleCheck, tone: styles.approved },
  2: { glyph: IconCircleX, tone: styles.rejected },
  3: { glyph: IconCircleCheckFilled, tone: styles.published },
  4: { glyph: IconCircleMinus, tone: styles.obsolete },
  5: { glyph: IconCircleHalf2, tone: styles.pendingReview },
  6: { glyph: IconCircleArrowUp, tone: styles.pendingPublication },
};

export interface StateProps {
  state: RecordState;
}

/** A record's state. `plain` drops the fill, not the text: for lists in which every row shares a state. */
export function StatePill({ state, plain = false }: StateProps & { plain?: boolean }) {
  const { glyph: Glyph, tone } = LOOKS[state];
  return (
    <span className={`${styles.pill} ${tone} ${plain ? styles.plain : ''}`}>
      <Glyph size={14} aria-hidden="true" />
      <span>{stateRow(state).label}</span>
    </span>
  );
}

/** The glyph alone, for options and timelines that say the state in words beside it. */
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
