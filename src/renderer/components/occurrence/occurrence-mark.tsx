import {
  IconAlarm,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleHalf2,
  IconClock,
  IconHistory,
  IconMinus,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OccurrenceStatus } from '#shared/calendars/status.ts';
import styles from './occurrence-mark.module.css';

const ICONS = {
  pending: IconCircleDashed,
  upcoming: IconClock,
  today: IconAlarm,
  overdue: IconX,
  submitted: IconCircleHalf2,
  done: IconCircleCheckFilled,
  late: IconHistory,
  waived: IconMinus,
} as const;

/** Only the icon, where its name is in the element around it. */
export function OccurrenceSign({ status, size = 15 }: { status: OccurrenceStatus; size?: number }) {
  const Icon = ICONS[status];
  return (
    <span className={styles.sign} data-status={status}>
      <Icon size={size} aria-hidden="true" />
    </span>
  );
}

/** The status of a due day, as in the matrix's legend. Only overdue days and those due today have a box. */
export function OccurrenceMark({ status, label = false }: { status: OccurrenceStatus; label?: boolean }) {
  const { t } = useTranslation();
  const text = t(`occurrenceStatus.${status}`);
  return (
    <span className={styles.mark} title={label ? undefined : text}>
      <OccurrenceSign status={status} />
      {label ? text : <span className="visually-hidden">{text}</span>}
    </span>
  );
}
