import { useMediaQuery } from '@mantine/hooks';

/** Below 769 px (spec §9): rows stand on two lines there, and side by side becomes one below the other. */
export const useNarrow = (): boolean =>
  // Read at the first render too: a list that changed its row height a moment later would jump.
  useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false });
