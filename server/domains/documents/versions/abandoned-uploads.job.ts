import type { Deps } from '../../../platform/deps.ts';
import type { Uploads } from '../../../platform/uploads/uploads.ts';
import { findAbandoned, findPendingKeys, markErrored } from './versions.queries.ts';

/** So many at once; the rest is found by the next run. */
const PER_RUN = 500;

/**
 * Marks uploads errored to which nothing came for the configured hours (docs/domain/states-and-versions.md), and
 * removes what lies in the incoming folder for no pending version any more.
 * @returns how many versions were marked
 */
export async function sweepAbandonedUploads(
  deps: Pick<Deps, 'db' | 'changes' | 'config' | 'now'>,
  uploads: Uploads,
): Promise<number> {
  const { db, changes, config } = deps;
  const before = new Date(deps.now().getTime() - config.uploadAbandonedSeconds * 1000);
  let marked = 0;
  for (const row of await findAbandoned(db, before, PER_RUN)) {
    // The disk knows better than the row, which is written rarely.
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
