import type { followTable } from '#shared/notifications/follows.contract.ts';
import type { eventTable } from '#shared/notifications/notifications.contract.ts';
import type { sharingTable } from '#shared/notifications/sharing.contract.ts';
import type { reminderTable } from '#shared/reviews/reviews.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Notifications } from './module.ts';

export function eventRoutes({
  notifications,
  reminders,
  sharing,
  follows,
  preferences,
}: Notifications): Handlers<
  typeof eventTable & typeof reminderTable & typeof sharingTable & typeof followTable
> {
  return {
    notificationsPending: ({ actor }) => notifications.pending(actor),
    notificationById: ({ actor, params }) => notifications.get(actor, params.id),
    notificationDismiss: ({ actor, body }) => notifications.dismiss(actor, body),
    notificationRestore: ({ actor, body }) => notifications.restore(actor, body),
    notificationCreate: ({ actor, body }) => notifications.create(actor, body),
    reminderCreate: ({ actor, body }) => reminders.create(actor, body),
    reminders: ({ actor }) => reminders.list(actor),
    reminderDelete: ({ actor, params }) => reminders.cancel(actor, params.id),
    recordPeople: ({ actor, params }) => sharing.people(actor, params.id),
    recordShare: ({ actor, params, body }) => sharing.share(actor, params.id, body),
    follows: ({ actor }) => follows.list(actor),
    follow: async ({ actor, params }) => {
      await follows.follow(actor, params);
      return { ok: true };
    },
    unfollow: async ({ actor, params }) => {
      await follows.unfollow(actor, params);
      return { ok: true };
    },
    preferences: ({ actor }) => preferences.get(actor),
    preferencesPut: ({ actor, body }) => preferences.set(actor, body),
    mailChoices: ({ params }) => preferences.byLink(params.token),
    mailChoicesPut: ({ params, body, ip }) => preferences.setByLink(params.token, body, ip),
    mailReview: ({ actor, body }) => notifications.mailReview(actor, body._id),
  };
}
