import type { z } from 'zod';
import { calendarCreate, holidaysOf } from '#shared/calendars/calendars.schemas.ts';
import { startOfTemplate } from '#shared/calendars/template-start.ts';
import { OBLIGATION_TEMPLATES } from '#shared/calendars/templates.ts';
import type { Day } from '#shared/platform/days.ts';
import { type CalendarValues, fieldOf } from './calendar-fields.tsx';
import { fromTemplate } from './obligation-values.ts';

/** The values of a new calendar, with what is asked for obligations from templates. */
export interface NewCalendarValues extends CalendarValues {
  /** Their keys. */
  templates: string[];
  responsible: string | null;
  library: string | null;
  /** Whether something may be due on the day on which it is made. */
  dueToday: boolean;
}

/**
 * The body of a new calendar. Obligations from templates need somebody who answers for them, and a library where there is
 * one to choose: later nobody would think of it.
 */
export const newCalendar = (hasLibraries: boolean) =>
  calendarCreate.superRefine(({ obligations }, context) => {
    const [first] = obligations;
    if (!first) return;
    const missing = (field: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [field], message, input: undefined });
    if (first.responsible === null) missing('responsible', 'template_person');
    if (first.group === null && hasLibraries) missing('library', 'template_library');
  });

export function bodyOfCalendar(
  { templates, responsible, library, dueToday, ...calendar }: NewCalendarValues,
  today: Day,
): z.input<typeof calendarCreate> {
  const holidays = holidaysOf(calendar.holidays);
  const chosen = OBLIGATION_TEMPLATES.filter(({ key }) => templates.includes(key));
  return {
    ...calendar,
    obligations: chosen.map((template) => ({
      ...fromTemplate(template, startOfTemplate(template, today, holidays, dueToday)),
      ...{ responsible, group: library },
    })),
  };
}

/** The field of the form at which an error of the body is shown. */
export const fieldOfCalendar = (name: string): string => {
  const [, of] = /^obligations\.\d+\.(responsible|group)/.exec(name) ?? [];
  if (of) return of === 'group' ? 'library' : of;
  return name.startsWith('obligations') ? 'templates' : fieldOf(name);
};
