import type { Deps } from '../../../platform/deps.ts';
import { areFilesDatedRight } from '../../../platform/storage/file-clock.ts';
import type { Uploads } from '../../../platform/uploads/uploads.ts';
import { findAbandoned, findPendingKeys, markErrored } from './versions.queries.ts';

/** How many are handled in one run; the next run finds the rest. */
const PER_RUN = 500;

/**
 * Marks uploads errored for which no byte has arrived for the configured hours (docs/domain/states-and-versions.md).
 * Deletes files of the incoming folder that belong to no pending version. Does nothing while files are dated by another
 * clock than the database's.
 * @returns how many versions were marked
 */
export async function sweepAbandonedUploads(
  deps: Pick<Deps, 'db' | 'changes' | 'config' | 'now' | 'storage' | 'log'>,
  uploads: Uploads,
): Promise<number> {
  const { db, changes, config } = deps;
  if (!(await areFilesDatedRight(deps))) return 0;
  const before = new Date(deps.now().getTime() - config.uploadAbandonedSeconds * 1000);
  let marked = 0;
  for (const row of await findAbandoned(db, before, PER_RUN)) {
    // The file's own time is exact: the row is updated rarely.
    const lastByte = await uploads.lastByteAt(row.key);
    if (lastByte && lastByte >= before) continue;
    const errored = await changes.run(
      { organization: row.organization, user: null, ip: null },
      async (change) => {
        if ((await markErrored(change.trx, [row.id])).length === 0) return false;
        const target = { targetType: 'record', targetId: row.record_id } as const;
        change.audit({ action: 'version.abandoned', ...target, after: { version: row.id } });
        change.announce({ kind: 'record.changed', record: row.record_id, group: row.group_id });
        return true;
      },
    );
    if (!errored) continue;
    marked += 1;
    await uploads.forget([row.key]);
  }
  const untouched = await uploads.untouchedSince(before);
  const pending = new Set(await findPendingKeys(db, untouched));
  await uploads.forget(untouched.filter((key) => !pending.has(key)));
  return marked;
}
