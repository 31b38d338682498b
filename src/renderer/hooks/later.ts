import { create } from 'zustand';

/**
 * Whether the parts of the shell that nobody sees at first are wanted: the palette, the wizard, panels and notices
 * (`app/layout/later-parts.tsx`). They are loaded once the first screen stands, or when somebody opens one of them.
 */
export const useLater = create(() => ({ wanted: false }));

export const wantLater = (): void => useLater.setState({ wanted: true });
