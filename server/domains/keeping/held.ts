import { type Actor, todayOf } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import { ApiError } from '../../platform/errors.ts';
import { findHoldsOver, findHoldsOverFolder } from './holds.queries.ts';
import { addHoldItems, type HoldTarget } from './holds-kept.queries.ts';
import { t } from './texts.ts';

/*
 * What a hold forbids, and how it follows what it lies over (decision 0023). Call these behind the library's lock,
 * which placing a hold takes too. So nothing is deleted while a hold is being placed.
 */

/**
 * Refuses to delete, discard or purge a held document or one of its versions.
 * @param what the refused action, named in the error's sentence
 * @throws held; an admin is told by which holds
 */
export async function requireNotHeld(
  change: Change,
  actor: Pick<Actor, 'organization' | 'isAdmin' | 'timezone'>,
  record: string,
  what: 'delete' | 'discard' | 'purge' = 'delete',
): Promise<void> {
  const holds = await findHoldsOver(change.trx, actor.organization, todayOf(actor, change.at), record);
  if (holds.length === 0) return;
  throw new ApiError('held', actor.isAdmin ? { holds } : undefined, {
    message: t(`held.${what}`),
  });
}

type Whose = Pick<Actor, 'organization' | 'timezone'>;

export const holdsOverRecord = async (change: Change, actor: Whose, id: string): Promise<string[]> =>
  (await findHoldsOver(change.trx, actor.organization, todayOf(actor, change.at), id)).map(
    (hold) => hold._id,
  );

export const holdsOverFolder = (change: Change, actor: Whose, id: string): Promise<string[]> =>
  findHoldsOverFolder(change.trx, actor.organization, todayOf(actor, change.at), id);

/**
 * Puts a document under the holds that it leaves by being moved out of a folder or library.
 * @param before the holds that lay over it before the move
 */
export async function keepHoldsAfterMove(
  change: Change,
  actor: Whose & Pick<Actor, 'user'>,
  moved: { readonly record: string } | { readonly folder: string },
  before: readonly string[],
): Promise<void> {
  if (before.length === 0) return;
  const { organization, user } = actor;
  const isRecord = 'record' in moved;
  const now = isRecord
    ? await holdsOverRecord(change, actor, moved.record)
    : await holdsOverFolder(change, actor, moved.folder);
  const lost = before.filter((hold) => !now.includes(hold));
  const target: HoldTarget = isRecord ? { record_id: moved.record } : { folder_id: moved.folder };
  for (const id of lost) {
    await addHoldItems(change.trx, { id, organization }, [target], { user, at: change.at, followed: true });
    change.audit({
      action: 'hold.follow',
      targetType: 'hold',
      targetId: id,
      after: isRecord ? { records: [moved.record] } : { folders: [moved.folder] },
    });
  }
}
