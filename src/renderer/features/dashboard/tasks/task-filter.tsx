import { useTranslation } from 'react-i18next';
import { TASK_KINDS, type TaskKind } from '#shared/overview/task-kinds.ts';
import type { TaskCounts } from '#shared/overview/tasks.schemas.ts';
import { COUNT_EXACT_MAX } from '#shared/platform/limits.ts';
import { formatCount } from '../../../i18n/format.ts';
import styles from './tasks.module.css';

/**
 * How much there is of each kind; choosing one shows only that. Kinds that a person never has are left out.
 * @param offered kinds that their roles may bring, whether there is one now or not
 */
export function TaskFilter({
  counts,
  offered,
  kind,
  onChange,
}: {
  counts: TaskCounts;
  offered: ReadonlySet<TaskKind>;
  kind: TaskKind | undefined;
  onChange: (kind: TaskKind | undefined) => void;
}) {
  const { t } = useTranslation('dashboard');
  const shown = TASK_KINDS.filter((each) => counts[each] > 0 || offered.has(each) || each === kind);
  if (shown.length === 0) return null;
  const card = (each: TaskKind | undefined) => (
    <button
      key={each ?? 'all'}
      type="button"
      aria-pressed={kind === each}
      data-none={counts[each ?? 'all'] === 0 || undefined}
      onClick={() => onChange(kind === each ? undefined : each)}
    >
      <b>{formatCount(counts[each ?? 'all'], COUNT_EXACT_MAX)}</b> <span>{t(`kinds.${each ?? 'all'}`)}</span>
    </button>
  );
  return (
    <fieldset className={styles.filter} aria-label={t('filter')}>
      {card(undefined)}
      {shown.map(card)}
    </fieldset>
  );
}
