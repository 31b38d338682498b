import { call } from '../../../api/client.ts';
import { toast, UNDO_MS } from '../../../components/toast.tsx';
import { focusWhenFound } from '../../../hooks/focus-when-there.ts';
import { i18next } from '../../../i18n/i18n.ts';
import { noticeIn } from './focus-after-dismissal.ts';

interface Offered {
  readonly moments: readonly string[];
  readonly count: number;
  /** Until when it is certain to be on screen, in ms. */
  readonly until: number;
  readonly hide: () => void;
}

/** Whoever dismisses row by row reads one message, about all of them. */
let last: Offered | undefined;

/**
 * Offers to take dismissals back.
 * @param at the moments at which they were made
 * @param dismissed how many notifications were dismissed
 * @param place the row that went, as `focusAfterDismissal` returns it
 */
export function offerUndo(at: readonly string[], dismissed: number, place: string | undefined): void {
  if (dismissed === 0) return;
  const before = last && Date.now() < last.until ? last : undefined;
  before?.hide();
  const moments = [...(before?.moments ?? []), ...at];
  const count = (before?.count ?? 0) + dismissed;
  const hide = toast.undo(i18next.t('notifications:dismissed', { count }), () => {
    last = undefined;
    void restore(moments, place);
  });
  last = { moments, count, until: Date.now() + UNDO_MS, hide };
}

async function restore(moments: readonly string[], place: string | undefined): Promise<void> {
  try {
    if (place) focusWhenFound(() => noticeIn(document, place));
    for (const at of moments) await call('notificationRestore', { body: { at } });
  } catch (error) {
    toast.error(i18next.t('notifications:restoreFailed'), error);
  }
}
