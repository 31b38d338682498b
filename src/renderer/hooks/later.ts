import { create } from 'zustand';

/**
 * Whether the parts of the shell that nobody sees at first are wanted: the palette, the wizard, panels and notices
 * (`app/layout/later-parts.tsx`). They are loaded once the first screen stands, or when somebody opens one of them.
 * `here`: they are drawn, and listen for themselves.
 */
export const useLater = create(() => ({ wanted: false, here: false }));

export const wantLater = (): void => useLater.setState({ wanted: true });
export const setLaterHere = (here: boolean): void => useLater.setState({ here });
