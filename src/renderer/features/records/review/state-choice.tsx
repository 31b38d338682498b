import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordState, STATE, stateRow } from '#shared/access/states.ts';
import { StateGlyph } from '../../../components/documents/state-pill.tsx';
import { useShortcuts } from '../../../hooks/use-shortcuts.ts';
import styles from './review.module.css';

/** One key for each decision, whatever others are offered beside it: what is offered may change under one's hands. */
const KEYS: Readonly<Record<RecordState, string>> = {
  [STATE.approved]: '1',
  [STATE.rejected]: '2',
  [STATE.draft]: '3',
  [STATE.published]: '4',
  [STATE.pendingReview]: '5',
  [STATE.pendingPublication]: '6',
  [STATE.obsolete]: '7',
};

/** Radio buttons with an explanation of each state. Each has its key, except while typing. */
export function StateChoice({
  states,
  value,
  held,
  onChange: choose,
}: {
  states: readonly RecordState[];
  value: RecordState | undefined;
  /** Nothing can be chosen for a moment. The focus stays where it is. */
  held: boolean;
  onChange: (state: RecordState) => void;
}) {
  const { t } = useTranslation('records');
  const onChange = (state: RecordState): void => {
    if (!held) choose(state);
  };
  const radios = useRef<(HTMLInputElement | null)[]>([]);
  useShortcuts(
    Object.fromEntries(
      states.map((state, at) => [
        KEYS[state],
        () => {
          radios.current[at]?.focus();
          onChange(state);
        },
      ]),
    ),
  );
  if (states.length === 0) return <p className="secondary">{t('review.noStates')}</p>;
  return (
    <fieldset className={styles.states}>
      <legend>{t('fields.state')}</legend>
      <div className={styles.options} data-held={held || undefined}>
        {states.map((state, at) => (
          <label key={state} className={state === value ? styles.picked : undefined}>
            <input
              ref={(input) => {
                radios.current[at] = input;
              }}
              type="radio"
              name="state"
              checked={state === value}
              onChange={() => onChange(state)}
              aria-keyshortcuts={KEYS[state]}
            />
            <StateGlyph state={state} />
            <span className="grow">
              <span className={styles.stateName}>{stateRow(state).label}</span>
              <span className="meta">{t(`meanings.${state}`)}</span>
            </span>
            <span aria-hidden="true">
              <kbd>{KEYS[state]}</kbd>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
