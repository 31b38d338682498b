import { defineHook } from '../../platform/db/hooks.ts';

/** Somebody is about to leave a library, whose lock is held. `seq` is the library's in this change. */
export const membershipEnds = defineHook<{
  readonly group: string;
  readonly user: string;
  readonly seq: number;
}>('membership ends');

/** An archived library is written to again. */
export const libraryReopened = defineHook<{ readonly group: string }>('library reopened');
