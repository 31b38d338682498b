import { defineHook } from '../../platform/db/hooks.ts';

interface OfParty {
  readonly party: string;
}

/* What happens to a contractor, a worker or a site. Its library is locked. */

/** It came to the list. */
export const partyMade = defineHook<OfParty & { readonly organization: string }>('party made');

/** Its folder, and so itself, has another name. */
export const partyRenamed = defineHook<OfParty>('party renamed');

/** It no longer works here, or does again. */
export const partyEnded = defineHook<OfParty & { readonly organization: string; readonly ended: boolean }>(
  'party ended',
);

/** It is about to be taken off the list. Who needs it refuses by an error. */
export const partyDeleted = defineHook<OfParty>('party deleted');
