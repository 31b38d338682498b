import { useNow } from '../hooks/use-now.ts';
import { daysBetween, formatDateTime, formatTime, formatWhen, toDate } from '../i18n/format.ts';

/**
 * A moment as lists show it, with the full date in the tooltip. Updates itself. With `underDay` only the time is shown,
 * because a heading has the day.
 */
export function When({ value, underDay = false }: { value: string | number | Date; underDay?: boolean }) {
  const now = useNow();
  const text = underDay && daysBetween(value, now) > 0 ? formatTime(value) : formatWhen(value, now);
  return (
    <time dateTime={toDate(value).toISOString()} title={formatDateTime(value)}>
      {text}
    </time>
  );
}
