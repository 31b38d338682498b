import type { Actor } from '../../platform/actor.ts';
import { type Change, nextSeqs } from '../../platform/db/change.ts';
import { ApiError } from '../../platform/errors.ts';
import { refreshActor } from './viewers.queries.ts';

/**
 * Reads the actor again, behind the lock that the change has taken, and requires an admin: the role may have been taken
 * away while the change waited for the lock.
 * @throws disabled, forbidden
 */
export async function requireAdminStill(change: Change, actor: Actor): Promise<void> {
  const now = await refreshActor(change.trx, actor);
  if (!now) throw new ApiError('disabled');
  if (!now.isAdmin) throw new ApiError('forbidden');
}

export interface LockedLibraries {
  /** By library id: its seq in this change. */
  readonly seqs: ReadonlyMap<string, number>;
  /** The caller with the rights that they have now. Nobody's rights in these libraries change until the commit. */
  readonly actor: Actor;
}

/**
 * Takes the next seq of each library, and with it the library's lock. Locks are taken in one order everywhere: hash,
 * libraries by id, record. Changes of members wait for the same lock, so a right may have been taken away while this
 * call waited. Callers judge rights by the actor that is returned, and read folders and members after this call.
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
