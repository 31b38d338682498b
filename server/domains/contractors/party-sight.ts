import { type Actor, hasRole, isArchived } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { notFound } from '../../platform/errors.ts';
import { canSeeEveryLibrary, canSeeLibrary } from '../access/libraries.policy.ts';
import { findParties, type PartyRow } from './parties.queries.ts';

/* Who knows of a contractor, a worker or a site: whoever knows of the library of its folder (docs/domain/contractors.md). */

/** The libraries whose parties the actor knows of; null for all of the organization. */
export const seenLibraries = (actor: Actor): string[] | null =>
  canSeeEveryLibrary(actor) ? null : actor.memberships.map(({ group }) => group);

/** Those in which they read RUT and contact: their own ones, where they have a role. */
export const toldLibraries = (actor: Actor): string[] =>
  actor.memberships.filter(({ roles }) => roles.length > 0).map(({ group }) => group);

export const canReadFacts = (actor: Actor, group: string): boolean => toldLibraries(actor).includes(group);

/** Whether they may change its parties: role upload, while the library is open. */
export const canEditParties = (actor: Actor, group: string): boolean =>
  !isArchived(actor, group) && hasRole(actor, group, 'upload');

/** Those of these parties that the actor knows of. */
export async function findSeenParties(
  executor: Executor,
  actor: Actor,
  ids: readonly string[],
): Promise<PartyRow[]> {
  const found = await findParties(executor, actor.organization, ids);
  return found.filter(({ group_id }) => canSeeLibrary(actor, group_id));
}

/** @throws not_found */
export async function requireParty(executor: Executor, actor: Actor, id: string): Promise<PartyRow> {
  const [row] = await findSeenParties(executor, actor, [id]);
  if (!row) throw notFound();
  return row;
}
