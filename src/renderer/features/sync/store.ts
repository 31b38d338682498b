import { create } from 'zustand';
import { type SyncState, syncOff } from '#shared/ipc/sync-state.ts';
import { desktop, unwrap } from '../../platform/platform.ts';

/** What the engine of this desktop tells of itself; stays off in a browser. */
export const useSync = create<SyncState>(() => syncOff);

/** The state in a word, as a key of the catalogue. */
export const statusKey = ({
  status,
  pausedBy,
  question,
}: Pick<SyncState, 'status' | 'pausedBy' | 'question'>): string =>
  `status.${question ? 'question' : pausedBy === 'metered' ? 'metered' : status}`;

let watching = false;

/** Follows the engine from now on. */
export function watchSync(): void {
  if (!desktop || watching) return;
  watching = true;
  desktop.sync.onChanged((state) => useSync.setState(state));
  unwrap(desktop.sync.state()).then(
    (state) => useSync.setState(state),
    () => undefined,
  );
}
