import { Notification } from 'electron';
import { needsDecision, type SyncState } from '#shared/ipc/sync-state.ts';
import { t } from '../i18n/i18n.ts';

/** Blocked files that only their person can let go of. */
const waiting = (state: SyncState): Set<string> =>
  new Set(state.blocked.filter(needsDecision).map((item) => item._id));

export interface SystemNotice {
  readonly title: string;
  readonly body?: string | undefined;
  /** Where a click on it leads, in a window brought to the front. */
  readonly route: string;
}

/** Held as long as they are there: one that is collected hears no click any more. */
const shown = new Set<Notification>();

/** Shown only while the window is not looked at, and where the system has notices. */
export const createNotifier =
  (isSeen: () => boolean, open: (route: string) => void) =>
  ({ title, body, route }: SystemNotice): void => {
    if (isSeen() || !Notification.isSupported()) return;
    const notice = new Notification({ title, ...(body ? { body } : {}) });
    notice.on('click', () => open(route));
    notice.on('close', () => shown.delete(notice));
    shown.add(notice);
    notice.show();
  };

/**
 * The system's notices, for what needs its person while the window is not looked at: a question of the engine, files
 * that wait for a decision, an engine that stopped.
 *
 * @param show a notice of the system's
 */
export function createNotices(show: (notice: SystemNotice) => void): (state: SyncState) => void {
  let known = new Set<string>();
  let question: string | null = null;
  let problem: string | null = null;
  const tell = (title: string, body?: string): void => show({ title, body, route: '/sync' });

  return (state) => {
    const blocked = waiting(state);
    const fresh = [...blocked].filter((item) => !known.has(item)).length;
    if (fresh > 0) tell(t('notice.held', { count: fresh }));
    if (state.question && state.question._id !== question)
      tell(t('notice.question'), t('notice.questionBody'));
    if (state.problem && state.problem.code !== problem) tell(t('notice.stopped'), t('notice.stoppedBody'));
    known = blocked;
    question = state.question?._id ?? null;
    problem = state.problem?.code ?? null;
  };
}
