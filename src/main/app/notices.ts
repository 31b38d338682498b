import { Notification } from 'electron';
import { needsDecision, type SyncState } from '#shared/ipc/sync-state.ts';
import { t } from '../i18n/i18n.ts';

/** Held files that only their person can let go of. */
const waiting = (state: SyncState): Set<string> =>
  new Set(state.holds.filter(needsDecision).map((hold) => hold._id));

/**
 * The system's notices, for what needs its person while the window is not looked at: a question of the engine, files
 * that wait for a decision, an engine that stopped.
 *
 * @param isSeen whether the window is being looked at
 * @param open brings the sync panel to the front
 */
export function createNotices(isSeen: () => boolean, open: () => void): (state: SyncState) => void {
  let known = new Set<string>();
  let question: string | null = null;
  let problem: string | null = null;

  const tell = (title: string, body?: string) => {
    if (isSeen() || !Notification.isSupported()) return;
    const notice = new Notification({ title, ...(body ? { body } : {}) });
    notice.on('click', open);
    notice.show();
  };

  return (state) => {
    const held = waiting(state);
    const fresh = [...held].filter((hold) => !known.has(hold)).length;
    if (fresh > 0) tell(t('notice.held', { count: fresh }));
    if (state.question && state.question._id !== question)
      tell(t('notice.question'), t('notice.questionBody'));
    if (state.problem && state.problem.code !== problem) tell(t('notice.stopped'), t('notice.stoppedBody'));
    known = held;
    question = state.question?._id ?? null;
    problem = state.problem?.code ?? null;
  };
}
