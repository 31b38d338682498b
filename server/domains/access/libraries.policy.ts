import type { Viewer } from '#shared/access/visibility.ts';
import { type ActingUser, hasRole, isArchived, isMember } from '../../platform/actor.ts';

/**
 * Whether somebody knows of every library: an admin, and a manager whom the settings let read what is not theirs. A
 * manager of no library reads no document, and knows of none.
 */
export const canSeeEveryLibrary = (viewer: Viewer): boolean =>
  viewer.isAdmin || (viewer.readsBeyond !== 'own' && viewer.memberships.length > 0);

/**
 * Whether somebody knows of a library: its members, and whoever knows of all of them. What they see of its documents is the visibility
 * rule's affair. Does not check that the library is of their organization: callers must have done so.
 */
export const canSeeLibrary = (viewer: Viewer, group: string): boolean =>
  canSeeEveryLibrary(viewer) || isMember(viewer, group);

/** Lists of the organization's people, labels and departments are for whoever works in any library, and for admins. */
export const canSeeOrganization = (viewer: Viewer): boolean =>
  viewer.isAdmin || viewer.memberships.length > 0;

/** Rules of folders are made by publishers and by admins, while the library is open. */
export const canMakeRules = (actor: ActingUser, group: string): boolean =>
  hasRole(actor, group, 'publish') || (actor.isAdmin && !isArchived(actor, group));
