import fc from 'fast-check';

/**
 * Turns off shrinking: the first failing case is enough to detect a mutant, and the smallest one takes a hundred more
 * runs.
 */
fc.configureGlobal({ endOnFailure: true });
