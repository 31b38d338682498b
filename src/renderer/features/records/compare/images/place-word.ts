import type { Region } from './changed-regions.ts';

const NINTHS = [
  ['topLeft', 'top', 'topRight'],
  ['left', 'middle', 'right'],
  ['bottomLeft', 'bottom', 'bottomRight'],
] as const;

export type PlaceWord = (typeof NINTHS)[number][number];

const third = (share: number): 0 | 1 | 2 => (share < 1 / 3 ? 0 : share < 2 / 3 ? 1 : 2);

/** The key of the words that say where a place is: for those who do not see its frame. */
export const placeWord = ({ left, top, width, height }: Region): PlaceWord =>
  NINTHS[third(top + height / 2)][third(left + width / 2)];
