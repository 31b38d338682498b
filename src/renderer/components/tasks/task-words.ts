import { useTranslation } from 'react-i18next';
import type { TaskKind } from '#shared/overview/task-kinds.ts';
import type { Task } from '#shared/overview/tasks.schemas.ts';
import { folderReasonsHref, occurrenceHref } from '#shared/platform/hrefs.ts';
import { useNow } from '../../hooks/use-now.ts';
import { daysBetween, formatDate } from '../../i18n/format.ts';

/** The one place where a task is done. */
export function taskHref({ _id, kind, folder }: Task): string {
  switch (kind) {
    case 'review':
    case 'publish':
      return `/records/view/${_id}?panel=review`;
    case 'correct':
    case 'expire':
      return `/records/view/${_id}`;
    case 'obligation':
      return occurrenceHref(_id);
    case 'folder':
      return folderReasonsHref(folder?.group._id ?? '', _id);
  }
}

/** Days on which a relative word says more than a date. */
const NEAR_DAYS = 31;

export interface DueWords {
  readonly text: string;
  /** The date, for the tooltip. */
  readonly exact: string;
  readonly urgency: 'overdue' | 'soon' | 'later';
}

/** When something is due, relative to today: "Vence mañana", "Venció hace 3 días", "Vence el 12 mar 2026". */
export function useDueWords(): (kind: TaskKind, day: string) => DueWords {
  const { t } = useTranslation('tasks');
  const now = useNow();
  return (kind, day) => {
    const left = daysBetween(now, day);
    const overdue = left < 0;
    const when =
      Math.abs(left) > NEAR_DAYS
        ? t('when.on', { date: formatDate(day) })
        : left === 0
          ? t('common:dates.today')
          : left === 1
            ? t('common:dates.tomorrow')
            : left > 1
              ? t('common:dates.inDays', { count: left })
              : left === -1
                ? t('common:dates.yesterday')
                : t('when.ago', { count: -left });
    return {
      text: t(`due.${kind}.${overdue ? 'over' : 'ahead'}`, { when }),
      exact: formatDate(day),
      urgency: overdue ? 'overdue' : left <= 7 ? 'soon' : 'later',
    };
  };
}
