import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Notification } from '#shared/notifications/notifications.schemas.ts';
import { endpointQuery, type Input, useCall, useEndpoint } from '../../api/client.ts';
import { toast } from '../../components/toast.tsx';
import { focusAfterDismissal } from './inbox/focus-after-dismissal.ts';
import { offerUndo } from './inbox/undo-dismissal.ts';

type Dismissal = Input<'notificationDismiss'>['body'];

/**
 * Pending notifications, newest first. Reminders are among them once they are due: the server does not return them
 * before.
 */
export const usePending = () =>
  useEndpoint('notificationsPending', {}, { select: (list) => list.filter((each) => !each.hidden) });

const concerns = (notification: Notification, body: Dismissal): boolean =>
  body._id
    ? notification._id === body._id
    : body.ids
      ? body.ids.includes(notification._id)
      : body.type
        ? notification.type === body.type
        : notification.refId === body.refId;

/**
 * Dismisses one notification, several, all of a type, or all of a document. Removed from the list at once, and restored if the
 * server refuses. For some seconds it can be taken back.
 * @returns what dismisses; it is told what was pressed or is in the row, so that the focus stays in the list
 */
export function useDismiss(): (body: Dismissal, at: Element | null) => void {
  const dismiss = useDismissals();
  return (body, at) => dismiss([body], at);
}

/** Dismisses all notifications that are shown, type by type. */
export function useDismissAll(list: readonly Notification[]): (at: Element) => void {
  const dismiss = useDismissals();
  return (at) =>
    dismiss(
      [...new Set(list.map((each) => each.type))].map((type) => ({ type })),
      at,
    );
}

function useDismissals(): (bodies: readonly Dismissal[], at: Element | null) => void {
  const { t } = useTranslation('notifications');
  const client = useQueryClient();
  const { queryKey } = endpointQuery('notificationsPending', {});
  const { mutateAsync } = useCall('notificationDismiss', {
    onMutate: async ({ body }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Notification[]>(queryKey);
      client.setQueryData<Notification[]>(queryKey, (list) => list?.filter((each) => !concerns(each, body)));
      return { before };
    },
    onError: (error, _input, context) => {
      const before = (context as { before?: Notification[] } | undefined)?.before;
      if (before) client.setQueryData(queryKey, before);
      toast.error(t('dismissFailed'), error);
    },
  });
  return async (bodies, at) => {
    const place = at ? focusAfterDismissal(at) : undefined;
    const answers = await Promise.allSettled(bodies.map((body) => mutateAsync({ body })));
    const done = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    offerUndo(
      done.map((each) => each.at),
      done.reduce((count, each) => count + each.dismissed, 0),
      place,
    );
  };
}
