import type { Actor } from '../../platform/actor.ts';
import { type Change, nextSeqs } from '../../platform/db/change.ts';
import { ApiError } from '../../platform/errors.ts';
import { refreshActor } from './viewers.queries.ts';

/**
 * What an admin does waits for a lock first, and is judged behind it too: the role may be gone by then.
 * @throws disabled, forbidden
 */
export async function requireAdminStill(change: Change, actor: Actor): Promise<void> {
  const now = await refreshActor(change.trx, actor);
  if (!now) throw new ApiError('disabled');
  if (!now.isAdmin) throw new ApiError('forbidden');
}

export interface LockedLibraries {
  /** The seq of each library in this change. */
  readonly seqs: ReadonlyMap<string, number>;
  /** The caller with the rights that they have now: nobody's rights in these libraries change until the commit. */
  readonly actor: Actor;
}

/**
 * Takes the next seq of each library, and with it their locks, in the one order of locks (hash, libraries by id,
 * record). Changes of members wait for the same lock, so a right that was taken away while somebody's write waited
 * here is gone: judge by the actor that this gives back, and read folders and members after it.
 * @throws disabled
 */
export async function lockLibraries(
  change: Change,
  actor: Actor,
  groups: readonly string[],
): Promise<LockedLibraries> {
  const seqs = await nextSeqs(change.trx, groups);
  const now = await refreshActor(change.trx, actor);
  if (!now) throw new ApiError('disabled');
  return { seqs, actor: now };
}
