/** Whose sign-in an organization wants to ask for a code, beside those who chose it themselves. */
export const SECOND_STEP_FOR = ['nobody', 'admins', 'all'] as const;
export type SecondStepFor = (typeof SECOND_STEP_FOR)[number];
