import { create } from 'zustand';

/** From this width on the panel lies beside the screen instead of on a page of its own. */
export const WIDE = '(min-width: 1201px)';

/** Whether the panel is docked; only asked on a window that is wide enough. */
export const useDock = create<{ open: boolean }>(() => ({ open: false }));

export const toggleDock = (): void => useDock.setState(({ open }) => ({ open: !open }));
