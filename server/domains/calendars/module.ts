import type { Kernel } from '../../platform/kernel.ts';
import type { Identity } from '../identity/module.ts';
import { createCalendarFeedService } from './calendar-feed.service.ts';
import { createCalendarsService } from './calendars.service.ts';
import { createObligationPeopleService } from './obligation-people.ts';
import { createOccurrenceCommentsService } from './occurrence-comments.ts';
import { createOccurrencesService } from './occurrences.service.ts';

/** Obligations and their due days. */
export const createCalendars = ({ deps, heavy }: Kernel, { actorById }: Identity) => ({
  calendars: createCalendarsService(deps),
  obligationPeople: createObligationPeopleService(deps),
  occurrences: createOccurrencesService(deps),
  occurrenceComments: createOccurrenceCommentsService(deps),
  calendarFeed: createCalendarFeedService(deps, (user) => actorById(user, null), heavy),
});
export type Calendars = ReturnType<typeof createCalendars>;
