import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { DIGEST_HOUR } from '#shared/notifications/notification-types.ts';
import { TIME_ZONE } from '#shared/platform/limits.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

/**
 * What is written so shortly before a digest goes out waits for the next one: its transaction may commit, or another
 * server's clock stand, on the other side of that moment.
 */
const MARGIN_MINUTES = 10;

export interface DigestTime {
  /** The day of the organization's own calendar, YYYY-MM-DD. */
  readonly day: string;
  readonly at: Date;
}

/** The next daily digest of an organization that lives by this time zone. */
export function nextDigest(now: Date, zone: string): DigestTime {
  const here = inZone(now, zone);
  const morning = here.startOf('day').hour(DIGEST_HOUR);
  const next = here.add(MARGIN_MINUTES, 'minute').isBefore(morning) ? here : here.add(1, 'day');
  const day = next.format('YYYY-MM-DD');
  const hour = String(DIGEST_HOUR).padStart(2, '0');
  return { day, at: dayjs.tz(`${day} ${hour}:00`, zoneOf(zone)).toDate() };
}

const inZone = (at: Date, zone: string) => dayjs(at).tz(zoneOf(zone));

/** A zone that this system does not know must not keep anybody from being told. */
function zoneOf(zone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    return TIME_ZONE;
  }
}
