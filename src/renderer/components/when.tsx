import { useNow } from '../hooks/use-now.ts';
import { formatDateTime, formatWhen, toDate } from '../i18n/format.ts';

/** A point in time as lists say it, with the whole of it in the tooltip. Keeps itself up to date. */
export function When({ value }: { value: string | number | Date }) {
  const now = useNow();
  return (
    <time dateTime={toDate(value).toISOString()} title={formatDateTime(value)}>
      {formatWhen(value, now)}
    </time>
  );
}
