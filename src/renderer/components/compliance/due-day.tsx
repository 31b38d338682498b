import { IconAlertTriangle, IconCalendarEvent } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../hooks/use-now.ts';
import { daysBetween, formatAhead, formatDate } from '../../i18n/format.ts';
import styles from './due-day.module.css';

/** The day by which an answer is wanted. A past day has words and an icon, not only a colour. */
export function DueDay({ day }: { day: string }) {
  const { t } = useTranslation();
  const left = daysBetween(useNow(), day);
  const overdue = left < 0;
  const Icon = overdue ? IconAlertTriangle : IconCalendarEvent;
  const when = left >= 0 && left <= 7 ? formatAhead(day) : formatDate(day);
  return (
    <span className={overdue ? styles.overdue : styles.due} title={formatDate(day)}>
      <Icon size={14} aria-hidden="true" />
      {t(overdue ? 'due.overdue' : 'due.on', { when })}
    </span>
  );
}
