import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { DIGEST_HOUR } from '#shared/notifications/notification-types.ts';
import type { Day } from '#shared/platform/days.ts';
import { TIME_ZONE } from '#shared/platform/limits.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

/**
 * What is written this shortly before a digest is sent waits for the next one: its transaction may commit later, and
 * clocks of two servers may differ.
 */
const MARGIN_MINUTES = 10;

export interface DigestTime {
  /** The day in the organization's time zone, YYYY-MM-DD. */
  readonly day: string;
  readonly at: Date;
}

/** The next daily digest of an organization in this time zone. */
export function nextDigest(now: Date, zone: string): DigestTime {
  const here = inZone(now, zone);
  const morning = here.startOf('day').hour(DIGEST_HOUR);
  const next = here.add(MARGIN_MINUTES, 'minute').isBefore(morning) ? here : here.add(1, 'day');
  const day = next.format('YYYY-MM-DD');
  return { day, at: digestOn(day, zone) };
}

/** When the mails of a day are sent: in the morning, by the clocks of this time zone. */
export function digestOn(day: Day, zone: string): Date {
  const hour = String(DIGEST_HOUR).padStart(2, '0');
  return dayjs.tz(`${day} ${hour}:00`, zoneOf(zone)).toDate();
}

const inZone = (at: Date, zone: string) => dayjs(at).tz(zoneOf(zone));

/** A time zone that this system does not know is replaced, so that people are told all the same. */
function zoneOf(zone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    return TIME_ZONE;
  }
}
