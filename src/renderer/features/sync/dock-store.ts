import { create } from 'zustand';

/** From this width on, in pixels, the panel is beside the screen instead of a page of its own. */
export const WIDE = '(min-width: 1201px)';

/** Whether the panel is docked. Only used in a window that is wide enough. */
export const useDock = create<{ open: boolean }>(() => ({ open: false }));

export const toggleDock = (): void => useDock.setState(({ open }) => ({ open: !open }));
