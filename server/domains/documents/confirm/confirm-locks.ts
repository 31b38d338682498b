import type { Confirm } from '#shared/documents/versions.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import { type Change, nextSeqs } from '../../../platform/db/change.ts';
import { ApiError } from '../../../platform/errors.ts';
import { lockContents } from '../../../platform/storage/lock-contents.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { refreshActor } from '../../access/viewers.queries.ts';
import { lockRecords } from '../versions/current-versions.queries.ts';

/** Records that are locked, and the actor as they are known behind the locks. */
export interface Locked {
  readonly records: readonly string[];
  readonly viewer: Actor;
  readonly seqs: ReadonlyMap<string, number>;
}

/** Takes the locks in their one order: hash, libraries, records. @throws BytesCollected, disabled */
export async function lockRecordsOf(
  change: Change,
  actor: Actor,
  records: readonly string[],
  hashes: readonly Pick<Confirm, 'sha256' | 'size'>[],
  storage: Storage,
): Promise<Locked> {
  const { trx } = change;
  const places = await findPlaces(change, records);
  await lockContents(change, hashes, storage);
  const seqs = await nextSeqs(trx, [...places.values()]);
  await lockRecords(trx, records);
  const viewer = await refreshActor(trx, actor);
  if (!viewer) throw new ApiError('disabled');
  return { records, viewer, seqs };
}

async function findPlaces(change: Change, records: readonly string[]): Promise<Map<string, string>> {
  if (records.length === 0) return new Map();
  const rows = await change.trx
    .selectFrom('records')
    .select(['id', 'group_id'])
    .where('id', 'in', [...new Set(records)])
    .execute();
  return new Map(rows.map((row) => [row.id, row.group_id]));
}
