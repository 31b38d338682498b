/**
 * How far the clocks of two server processes may differ. A date further in the future was written while a server's
 * clock was wrong: it counts as over, because it would otherwise last until that date.
 */
export const CLOCK_SKEW_SECONDS = 60;
