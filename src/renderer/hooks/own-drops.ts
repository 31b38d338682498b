import { create } from 'zustand';

/** Whether the screen itself takes files that are dropped anywhere; then the shell's own drop zone is off. */
export const useOwnDropsStore = create<{ taken: boolean }>(() => ({ taken: false }));

export const takeDrops = (taken: boolean): void => useOwnDropsStore.setState({ taken });

/**
 * A file that the desktop app itself drags out of its window. The system brings it back as any other file where it is
 * dropped in the window: it is nothing to upload. `carried` is what may be moved within the app meanwhile.
 */
export const useOwnDrag = create<{ out: boolean; carried: unknown }>(() => ({
  out: false,
  carried: undefined,
}));
