/**
 * What the clocks of two server processes may differ by. What seems to come from further ahead was written while the date of
 * one of them was wrong: it counts as over, or it would last until that date comes.
 */
export const CLOCK_SKEW_SECONDS = 60;
