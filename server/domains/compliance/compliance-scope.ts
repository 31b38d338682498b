import { type Actor, isArchived } from '../../platform/actor.ts';

/** The actor's libraries that are not archived: an archived one asks for nothing. */
export const groupsInUse = (actor: Actor): string[] =>
  actor.memberships.map(({ group }) => group).filter((group) => !isArchived(actor, group));
