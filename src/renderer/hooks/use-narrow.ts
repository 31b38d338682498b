import { useMediaQuery } from '@mantine/hooks';

const NARROW = '(max-width: 768px)';

/**
 * Whether the window is narrower than 769 px (docs/domain/limits.md, specification §9). Rows then take two lines, and
 * what lies side by side is stacked.
 */
export const useNarrow = (): boolean =>
  // Read at the first render too: a list whose row height changes a moment later would jump.
  useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });

/** A phone that lies on its side: wide enough for columns, and too low to show what lies below another. */
const ON_ITS_SIDE = '(max-height: 500px) and (max-width: 1024px)';

/** Whether this is a phone, upright or on its side. One question: of two, both would be no for a moment as it is turned. */
export const usePhone = (): boolean =>
  useMediaQuery(`${NARROW}, ${ON_ITS_SIDE}`, undefined, { getInitialValueInEffect: false });

/** Whether the window is narrow, asked once. */
export const isNarrow = (): boolean => window.matchMedia(NARROW).matches;
