import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordState, stateRow } from '#shared/access/states.ts';
import { StateGlyph } from '../../../components/documents/state-pill.tsx';
import { useShortcuts } from '../../../hooks/use-shortcuts.ts';
import styles from './review.module.css';

/** Radio buttons with an explanation of each state. The keys 1, 2, … choose one, except while typing. */
export function StateChoice({
  states,
  value,
  onChange,
}: {
  states: readonly RecordState[];
  value: RecordState | undefined;
  onChange: (state: RecordState) => void;
}) {
  const { t } = useTranslation('records');
  const radios = useRef<(HTMLInputElement | null)[]>([]);
  useShortcuts(
    Object.fromEntries(
      states.map((state, at) => [
        String(at + 1),
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
      <div className={styles.options}>
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
              aria-keyshortcuts={String(at + 1)}
            />
            <StateGlyph state={state} />
            <span className="grow">
              <span className={styles.stateName}>{stateRow(state).label}</span>
              <span className="meta">{t(`meanings.${state}`)}</span>
            </span>
            <span aria-hidden="true">
              <kbd>{at + 1}</kbd>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
