/** Who must use a second step in an organization, beside those who chose it themselves. */
export const SECOND_STEP_FOR = ['nobody', 'admins', 'all'] as const;
export type SecondStepFor = (typeof SECOND_STEP_FOR)[number];
