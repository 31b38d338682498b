import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { OccurrenceStatus } from '#shared/calendars/status.ts';
import { STATUS_WORDS } from '#shared/calendars/words.ts';
import { addDays, type Day } from '#shared/platform/days.ts';
import { occurrenceHref } from '#shared/platform/hrefs.ts';
import type { Person } from '#shared/platform/primitives.ts';
import { t } from '../texts.ts';

/** A due day as it is written for other calendar programs. */
export interface WrittenDueDay {
  readonly _id: string;
  readonly dueOn: Day;
  readonly status: OccurrenceStatus;
  /** `SEQUENCE` of RFC 5545: grows with each change of the due day. */
  readonly rev: number;
  readonly calendar: { readonly name: string };
  readonly obligation: { readonly title: string; readonly authority: string };
  readonly responsible: Person | null;
}

/**
 * Due days in RFC 5545, as whole days that take up no time. A due day has the same UID in every file, so that a program
 * which reads two files shows it once. Says nothing about documents.
 * @param about the calendar's name, and what it is about where that is not everything
 */
export function dueDaysIcs(
  about: { readonly name: string; readonly description?: string },
  items: readonly WrittenDueDay[],
  publicUrl: string,
  at: Date,
): string {
  const calendar = ical({
    ...about,
    prodId: '//Legajo//Vencimientos//ES',
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const item of items) {
    const description = [
      STATUS_WORDS[item.status],
      item.calendar.name,
      item.obligation.authority,
      item.responsible
        ? t('file.responsible', {
            firstname: item.responsible.firstname,
            lastname: item.responsible.lastname,
          })
        : '',
    ];
    calendar.createEvent({
      id: `${item._id}@legajo`,
      stamp: at,
      start: item.dueOn,
      end: addDays(item.dueOn, 1),
      allDay: true,
      summary: item.obligation.title,
      description: description.filter(Boolean).join('\n'),
      url: `${publicUrl}${occurrenceHref(item._id)}`,
      categories: [{ name: item.calendar.name }],
      sequence: item.rev,
      status: item.status === 'waived' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}
