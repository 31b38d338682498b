import { defineHook } from '../../platform/db/hooks.ts';

/** Somebody is about to leave a library. The library is locked; `seq` is its seq in this change. */
export const membershipEnds = defineHook<{
  readonly group: string;
  readonly user: string;
  readonly seq: number;
}>('membership ends');

/** An archived library is opened for writing again. */
export const libraryReopened = defineHook<{ readonly group: string }>('library reopened');
