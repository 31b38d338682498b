import type { calendarTable } from '#shared/calendars/calendars.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Calendars } from './module.ts';

export function calendarRoutes({
  calendars,
  obligationPeople,
  obligationSeries,
  occurrences,
  occurrenceComments,
  calendarFeed,
}: Calendars): Handlers<typeof calendarTable> {
  return {
    calendars: ({ actor }) => calendars.list(actor),
    calendarGet: ({ actor, params }) => calendars.get(actor, params.id),
    calendarCreate: ({ actor, body }) => calendars.create(actor, body),
    calendarUpdate: ({ actor, params, body }) => calendars.update(actor, params.id, body),
    calendarDelete: async ({ actor, params }) => {
      await calendars.remove(actor, params.id);
      return { ok: true };
    },
    obligationSeriesCreate: ({ actor, body }) => obligationSeries.create(actor, body),
    obligationSeriesEnd: ({ actor, params }) => obligationSeries.end(actor, params.id),
    obligationCreate: ({ actor, body }) => calendars.addObligation(actor, body),
    obligationUpdate: ({ actor, params, body }) => calendars.updateObligation(actor, params.id, body),
    obligationPeople: ({ actor, params, body }) => obligationPeople.set(actor, params.id, body),
    obligationDelete: async ({ actor, params }) => {
      await calendars.removeObligation(actor, params.id);
      return { ok: true };
    },
    occurrences: ({ actor, query }) => occurrences.list(actor, query),
    occurrenceGet: ({ actor, params }) => occurrences.get(actor, params.id),
    occurrenceComplete: ({ actor, params, body }) => occurrences.complete(actor, params.id, body),
    occurrenceWaive: ({ actor, params, body }) => occurrences.waive(actor, params.id, body),
    occurrenceCancel: ({ actor, params, body }) => occurrences.cancel(actor, params.id, body),
    occurrenceReopen: ({ actor, params, body }) => occurrences.reopen(actor, params.id, body),
    evidenceCreate: ({ actor, params, body }) => occurrences.link(actor, params.id, body),
    evidenceDelete: ({ actor, params }) => occurrences.unlink(actor, params.id, params.version),
    dueCommentCreate: ({ actor, params, body }) => occurrenceComments.write(actor, params.id, body),
    dueRequestDelete: ({ actor, params }) => occurrenceComments.withdraw(actor, params.id, params.comment),
    calendarFeed: ({ actor }) => calendarFeed.state(actor),
    calendarFeedCreate: ({ actor }) => calendarFeed.create(actor),
    calendarFeedDelete: async ({ actor }) => {
      await calendarFeed.revoke(actor);
      return { ok: true };
    },
  };
}
