/** What a new organization needs before people work with it, in the order in which it is set up. */
export const FIRST_STEPS = [
  'mail',
  'people',
  'types',
  'labels',
  'libraries',
  'rules',
  'calendar',
  'desktop',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];
