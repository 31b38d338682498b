import { useMediaQuery } from '@mantine/hooks';

const NARROW = '(max-width: 768px)';

/**
 * Whether the window is narrower than 769 px (docs/domain/limits.md, specification §9). Rows then take two lines, and
 * what lies side by side is stacked.
 */
export const useNarrow = (): boolean =>
  // Read at the first render too: a list whose row height changes a moment later would jump.
  useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });

/** The same, asked once. */
export const isNarrow = (): boolean => window.matchMedia(NARROW).matches;
