import { create } from 'zustand';

/** Whether the screen itself takes files that are dropped anywhere; the shell's own drop zone then stands back. */
export const useOwnDropsStore = create<{ taken: boolean }>(() => ({ taken: false }));

export const takeDrops = (taken: boolean): void => useOwnDropsStore.setState({ taken });
