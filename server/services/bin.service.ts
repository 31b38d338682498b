import type { z } from 'zod';
import { BIN_DAYS, BIN_UNDO_SECONDS, PAGE } from '#shared/domain/limits.ts';
import { visibleFace } from '#shared/domain/visibility.ts';
import type { BinItem, binPage, binQuery, binRestored } from '#shared/schemas/bin.ts';
import { type Actor, isMember, requireOpen } from '../actor.ts';
import type { Change } from '../db/change.ts';
import type { Deps } from '../deps.ts';
import { ApiError, notFound } from '../errors.ts';
import {
  type BinnedRecord,
  type BinRow,
  findBin,
  findBinnedForUpdate,
  findExpired,
  purgeRecord,
} from '../repositories/bin.ts';
import { refreshPlacement, touchRecord } from '../repositories/face-writer.ts';
import { returnToLibrary } from '../repositories/feed.ts';
import { findHoldsOver } from '../repositories/holds.ts';
import { holdDay, requireNotHeld } from './held.ts';
import { lockLibraries } from './lock-libraries.ts';
import { momentCursor, readMomentCursor } from './moment-cursor.ts';
import { renewDiskNames } from './record-place.service.ts';

export interface BinService {
  list(actor: Actor, query: z.output<typeof binQuery>): Promise<z.input<typeof binPage>>;
  /** Back to its folder, or to the library's root where that is gone. @throws not_found */
  restore(actor: Actor, id: string): Promise<z.input<typeof binRestored>>;
  /** @throws not_found, held, retained */
  purge(actor: Actor, id: string): Promise<void>;
  /** Deletes for good what has lain there long enough and nothing keeps. @returns how many */
  purgeExpired(at: Date): Promise<number>;
}

/** So many at once; the rest is found by the next round. */
const PER_RUN = 200;

export function createBinService({ db, changes, now }: Pick<Deps, 'db' | 'changes' | 'now'>): BinService {
  /** Locks a document in the bin, its library first. */
  async function lock(
    change: Change,
    organization: string,
    id: string,
    lockGroup: (group: string) => Promise<void>,
  ) {
    const place = await change.trx
      .selectFrom('records')
      .select('group_id')
      .where('organization', '=', organization)
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst();
    if (!place) return null;
    await lockGroup(place.group_id);
    return findBinnedForUpdate(change.trx, organization, id, BIN_DAYS);
  }

  async function lockAs(change: Change, caller: Actor, id: string) {
    let seq = 0;
    let actor = caller;
    const found = await lock(change, caller.organization, id, async (group) => {
      const locked = await lockLibraries(change, caller, [group]);
      seq = locked.seqs.get(group) ?? 0;
      actor = locked.actor;
    });
    if (!found) throw notFound();
    return { found, seq, actor };
  }

  return {
    async list(actor, { cursor, limit = PAGE.default }) {
      const after = readMomentCursor(cursor);
      const rows = await findBin(db, actor.organization, BIN_DAYS, {
        ...{ after, limit: limit + 1, today: holdDay(now()) },
      });
      const items = rows.slice(0, limit);
      const last = rows.length > limit ? items.at(-1) : undefined;
      return {
        items: items.map((row) => present(actor, row)),
        nextCursor: last ? momentCursor(last.deleted_at, last.id) : null,
      };
    },

    restore: (caller, id) =>
      changes.run(caller, async (change) => {
        const { found, seq, actor } = await lockAs(change, caller, id);
        if (!actor.isAdmin && !mayUndo(actor, found, change.at)) throw notFound();
        requireOpen(actor, found.group_id);
        await touchRecord(change.trx, id, seq, change.at, { deleted_at: null, deleted_by: null });
        await refreshPlacement(change.trx, id);
        await renewDiskNames(change, id, { group: found.group_id, folder: found.folder_id });
        await returnToLibrary(change.trx, found.group_id, id);
        change.audit({
          action: 'record.restore',
          targetType: 'record',
          targetId: id,
          after: { title: found.title, group: found.group_id, folder: found.folder_id },
        });
        change.announce({ kind: 'record.changed', record: id, group: found.group_id });
        return { record: id, group: found.group_id, folder: found.folder_id };
      }),

    purge: (caller, id) =>
      changes.run(caller, async (change) => {
        const { found, actor } = await lockAs(change, caller, id);
        if (!actor.isAdmin) throw new ApiError('forbidden');
        await requireNotHeld(change, actor, id, 'No se puede borrar');
        if (found.retained_until && found.retained_until > change.at) {
          throw new ApiError('retained', { until: found.retained_until.toISOString() });
        }
        await forGood(change, found);
      }),

    async purgeExpired(at) {
      let gone = 0;
      for (const { id, organization } of await findExpired(db, at, holdDay(at), BIN_DAYS, PER_RUN)) {
        const purged = await changes.run({ organization, user: null, ip: null }, async (change) => {
          const found = await lock(change, organization, id, async (group) => {
            await change.trx.selectFrom('groups').select('id').where('id', '=', group).forUpdate().execute();
          });
          // Restored, or purged by another process, while this one waited for its lock.
          if (!found || found.purge_at > at) return false;
          if (found.retained_until && found.retained_until > at) return false;
          // Placed while this one waited: a hold takes the same lock.
          const holds = await findHoldsOver(change.trx, organization, holdDay(at), id);
          if (holds.length > 0) return false;
          await forGood(change, found);
          return true;
        });
        if (purged) gone += 1;
      }
      return gone;
    },
  };
}

/** Whoever deleted it takes that back at once: the toast's "Deshacer". */
const mayUndo = (actor: Actor, { group_id, deleted_at, deleted_by }: BinnedRecord, now: Date): boolean =>
  deleted_by === actor.user &&
  isMember(actor, group_id) &&
  now.getTime() - deleted_at.getTime() <= BIN_UNDO_SECONDS * 1000;

async function forGood(change: Change, found: BinnedRecord): Promise<void> {
  await purgeRecord(change.trx, found.id);
  change.audit({
    action: 'record.purge',
    targetType: 'record',
    targetId: found.id,
    // With its scope: the audit trail tells the title to those alone who could have read it.
    before: { title: found.title, scope: found.scope, group: found.group_id, folder: found.folder_id },
  });
}

function present(actor: Actor, row: BinRow): BinItem {
  // What was closed to this admin stays closed here (domain: the visibility rule).
  const closed =
    (row.scope === 'restricted' || row.scope === 'confidential') &&
    visibleFace(actor, {
      organization: actor.organization,
      group: row.group_id,
      scope: row.scope,
      authors: row.authors,
      createdBy: row.created_by,
      ready: row.ready,
      published: row.published,
      deleted: false,
    }) === null;
  return {
    _id: row.id,
    title: closed ? null : row.title,
    file: closed ? null : { name: row.name, type: row.file_type },
    group: { _id: row.group_id, name: row.group_name },
    folder: row.folder_id === null ? null : { _id: row.folder_id, name: row.folder_name ?? '' },
    state: row.state,
    scope: row.scope,
    size: row.size,
    deletedAt: row.deleted_at.toISOString(),
    deletedBy:
      row.deleted_by === null
        ? null
        : { _id: row.deleted_by, firstname: row.firstname ?? '', lastname: row.lastname ?? '' },
    purgeAt: row.purge_at.toISOString(),
    retainedUntil: row.retained_until?.toISOString() ?? null,
    holds: row.holds,
  };
}
