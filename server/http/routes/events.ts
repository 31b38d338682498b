import type { eventTable } from '#shared/contract/events.ts';
import type { Services } from '../../services/services.ts';
import type { Handlers } from '../handlers.ts';

export function eventRoutes({ notifications }: Services): Handlers<typeof eventTable> {
  return {
    notificationsPending: ({ actor }) => notifications.pending(actor),
    notificationById: ({ actor, params }) => notifications.get(actor, params.id),
    notificationDismiss: ({ actor, body }) => notifications.dismiss(actor, body),
    notificationCreate: ({ actor, body }) => notifications.create(actor, body),
    mailReview: ({ actor, body }) => notifications.mailReview(actor, body._id),
  };
}
