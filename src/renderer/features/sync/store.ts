import { create } from 'zustand';
import { type SyncState, syncOff } from '#shared/ipc/sync-state.ts';
import { desktop, unwrap } from '../../platform/platform.ts';

/** The engine's state on this desktop; always off in a browser. */
export const useSync = create<SyncState>(() => syncOff);

/** The catalogue key of the status. */
export const statusKey = ({
  status,
  pausedBy,
  question,
}: Pick<SyncState, 'status' | 'pausedBy' | 'question'>): string =>
  `status.${question ? 'question' : pausedBy === 'metered' ? 'metered' : status}`;

let watching = false;

/** Subscribes to the engine's state. */
export function watchSync(): void {
  if (!desktop || watching) return;
  watching = true;
  desktop.sync.onChanged((state) => useSync.setState(state));
  unwrap(desktop.sync.state()).then(
    (state) => useSync.setState(state),
    () => undefined,
  );
}
