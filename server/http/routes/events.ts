import type { reminderTable } from '#shared/contract/docs.ts';
import type { eventTable } from '#shared/contract/events.ts';
import type { Services } from '../../services/services.ts';
import type { Handlers } from '../handlers.ts';

export function eventRoutes({
  notifications,
  reminders,
}: Services): Handlers<typeof eventTable & typeof reminderTable> {
  return {
    notificationsPending: ({ actor }) => notifications.pending(actor),
    notificationById: ({ actor, params }) => notifications.get(actor, params.id),
    notificationDismiss: ({ actor, body }) => notifications.dismiss(actor, body),
    notificationCreate: ({ actor, body }) => notifications.create(actor, body),
    reminderCreate: ({ actor, body }) => reminders.create(actor, body),
    reminders: ({ actor }) => reminders.list(actor),
    reminderDelete: ({ actor, params }) => reminders.cancel(actor, params.id),
    mailReview: ({ actor, body }) => notifications.mailReview(actor, body._id),
  };
}
