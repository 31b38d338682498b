import { addDays, addMonths, type Day, dayIn, type Holidays, workingDayFrom } from '#shared/platform/days.ts';
import { digestOn } from '../../notifications/digest-time.ts';

/** The clock and the working days of an organization. */
export interface OrganizationClock {
  readonly timezone: string;
  readonly holidays: Holidays;
}

const monthOf = (day: Day): string => day.slice(0, 7);

/** The month of a moment, `YYYY-MM`, by the organization's clock. */
export const monthIn = (timezone: string, at: Date): string => monthOf(dayIn(timezone, at));

export const monthBefore = (month: string): string => monthOf(addDays(`${month}-01`, -1));
const monthAfter = (month: string): string => monthOf(addMonths(`${month}-01`, 1));

/**
 * The day of a month on which it is sent: the day that was chosen, or the next working day. It stays in its month: where no
 * working day is left in that, it is the last one before.
 */
export function sendDay(month: string, day: number, { holidays }: Pick<OrganizationClock, 'holidays'>): Day {
  const chosen = `${month}-${String(day).padStart(2, '0')}`;
  const next = workingDayFrom(chosen, 1, holidays);
  return monthOf(next) === month ? next : workingDayFrom(chosen, -1, holidays);
}

/** Whether a month's mails are due by now. */
export const isDue = (month: string, day: number, clock: OrganizationClock, at: Date): boolean =>
  at >= digestOn(sendDay(month, day, clock), clock.timezone);

/** The last month that somebody who plans it now has no mail of: a mail whose moment has passed is not made up for. */
export function handledAtFirst(day: number, clock: OrganizationClock, at: Date): string {
  const month = monthIn(clock.timezone, at);
  return isDue(month, day, clock, at) ? month : monthBefore(month);
}

/** The day of the next mail. @param handled the last month that was seen to */
export function nextSendDay(day: number, handled: string, clock: OrganizationClock, at: Date): Day {
  const month = monthIn(clock.timezone, at);
  return sendDay(handled < month ? month : monthAfter(month), day, clock);
}
