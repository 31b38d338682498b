import { create } from 'zustand';

/** Whether the screen itself takes files that are dropped anywhere; then the shell's own drop zone is off. */
export const useOwnDropsStore = create<{ taken: boolean }>(() => ({ taken: false }));

export const takeDrops = (taken: boolean): void => useOwnDropsStore.setState({ taken });
