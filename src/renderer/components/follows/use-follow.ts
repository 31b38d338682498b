import './catalogue.ts';
import { useTranslation } from 'react-i18next';
import type { Followable } from '#shared/notifications/follows.schemas.ts';
import { useCall, useEndpoint } from '../../api/client.ts';
import { toast } from '../toast.tsx';

export interface Followed {
  readonly what: Followable;
  readonly id: string;
  readonly name: string;
}

/** Whether the person follows something, and a way to begin or to end that. Ending it can be undone. */
export function useFollow({ what, id, name }: Followed): {
  /** Undefined until it is known. */
  readonly follows: boolean | undefined;
  readonly isPending: boolean;
  readonly begin: () => void;
  readonly end: () => void;
} {
  const { t } = useTranslation('follows');
  const list = useEndpoint('follows', {});
  const params = { what, id };
  // Said here and not where it is called: the menu that asks for it is gone by then.
  const follow = useCall('follow', {
    onSuccess: () => toast.success(t(`begun.${what}`, { name })),
    onError: (error) => toast.error(t('failed', { name }), error),
  });
  const unfollow = useCall('unfollow', {
    onSuccess: () => toast.undo(t('ended', { name }), () => follow.mutate({ params })),
    onError: (error) => toast.error(t('notEnded', { name }), error),
  });
  return {
    follows: list.data?.some((each) => each.what === what && each._id === id),
    isPending: follow.isPending || unfollow.isPending,
    begin: () => follow.mutate({ params }),
    end: () => unfollow.mutate({ params }),
  };
}
