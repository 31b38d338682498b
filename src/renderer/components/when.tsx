import { useNow } from '../hooks/use-now.ts';
import { daysBetween, formatDateTime, formatTime, formatWhen, toDate } from '../i18n/format.ts';

/**
 * A point in time as lists say it, with the whole of it in the tooltip. Keeps itself up to date. `underDay`: where a
 * heading says the day already, only the time is left to say.
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
