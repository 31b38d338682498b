import fc from 'fast-check';

/** A mutant is caught by the first case that fails; the smallest one interests nobody and takes a hundred more. */
fc.configureGlobal({ endOnFailure: true });
