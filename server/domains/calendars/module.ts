import type { Kernel } from '../../platform/kernel.ts';
import type { Identity } from '../identity/module.ts';
import { createCalendarsService } from './calendars.service.ts';
import { createOccurrenceCommentsService } from './comments/occurrence-comments.ts';
import { createCalendarFeedService } from './feed/calendar-feed.service.ts';
import { createObligationPeopleService } from './obligations/obligation-people.ts';
import { createOccurrencesService } from './occurrences/occurrences.service.ts';
import { createObligationSeriesService } from './series/series.service.ts';

/** Obligations and their due days. */
export const createCalendars = ({ deps, heavy }: Kernel, { actorById }: Identity) => ({
  calendars: createCalendarsService(deps),
  obligationPeople: createObligationPeopleService(deps),
  obligationSeries: createObligationSeriesService(deps),
  occurrences: createOccurrencesService(deps),
  occurrenceComments: createOccurrenceCommentsService(deps),
  calendarFeed: createCalendarFeedService(deps, (user) => actorById(user, null), heavy),
});
export type Calendars = ReturnType<typeof createCalendars>;
