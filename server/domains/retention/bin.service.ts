import { z } from 'zod';
import { isKept } from '#shared/keeping/retention.ts';
import { addDays, type Day } from '#shared/platform/days.ts';
import { BIN_UNDO_SECONDS, PAGE } from '#shared/platform/limits.ts';
import type { BinEmptied, BinItem, BinQuery, binPage, binRestored } from '#shared/retention/bin.schemas.ts';
import type { BinSort } from '#shared/retention/bin.ts';
import { type Actor, isMember, requireOpen, todayOf } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import { createCursor } from '../../platform/lists/cursor.ts';
import { startOfDay } from '../../platform/lists/start-of-day.ts';
import { lockLibraries } from '../access/lock-libraries.ts';
import { recordPlaced } from '../documents/documents.hooks.ts';
import { refreshPlacement, touchRecord } from '../documents/faces/face-writer.queries.ts';
import { renewDiskNames } from '../documents/records/record-place.service.ts';
import { requireNotHeld } from '../keeping/held.ts';
import { findHoldsOver } from '../keeping/holds.queries.ts';
import { lockGroupForUpdate } from '../libraries/groups.queries.ts';
import { returnToLibrary } from '../libraries/library-changes.queries.ts';
import { type BinClock, type BinRow, type BinSought, findBin, totalBin } from './bin.queries.ts';
import {
  type BinnedRecord,
  findBinnedForUpdate,
  findBinnedLibrary,
  findExpired,
  findFree,
  findTimezones,
  purgeRecord,
} from './bin-purge.queries.ts';

export interface BinService {
  list(actor: Actor, query: BinQuery): Promise<z.input<typeof binPage>>;
  /** Restores it to its folder, or to the library's root where that is gone. @throws not_found */
  restore(actor: Actor, id: string): Promise<z.input<typeof binRestored>>;
  /** @throws not_found, held, retained */
  purge(actor: Actor, id: string): Promise<void>;
  /**
   * Deletes for good what was in the bin at a moment and nothing keeps, up to a number in each call. Each document is a
   * change of its own.
   */
  empty(actor: Actor, before: Date): Promise<BinEmptied>;
  /** Deletes for good what has lain there for the days of the settings and nothing keeps. @returns how many */
  purgeExpired(at: Date): Promise<number>;
}

/** How many are handled in one round; the next round handles the rest. */
const PER_RUN = 200;
/** How many one call deletes: somebody waits for it, and calls again. */
const PER_CALL = 100;
/** The rest is counted up to this number. */
const LEFT_SHOWN = 10_000;

/** A cursor belongs to the order that it was given with. */
const cursorBy = (sort: BinSort, value: z.ZodType<string, string>) =>
  createCursor(z.object({ sort: z.literal(sort), value, id: z.uuid() }));
const CURSORS: Readonly<Record<BinSort, ReturnType<typeof cursorBy>>> = {
  newest: cursorBy('newest', z.iso.datetime()),
  oldest: cursorBy('oldest', z.iso.datetime()),
  largest: cursorBy('largest', z.string().regex(/^\d{1,16}$/)),
};

const cursorOf = (row: BinRow, sort: BinSort): string => {
  const value = sort === 'largest' ? String(row.size) : row.deleted_at.toISOString();
  return CURSORS[sort].encode({ sort, value, id: row.id });
};

export function createBinService({ db, changes, now }: Pick<Deps, 'db' | 'changes' | 'now'>): BinService {
  /** Locks a document in the bin, its library first. */
  async function lock(
    change: Change,
    organization: string,
    id: string,
    lockGroup: (group: string) => Promise<void>,
  ) {
    const place = await findBinnedLibrary(change.trx, organization, id);
    if (place === null) return null;
    await lockGroup(place);
    return findBinnedForUpdate(change.trx, organization, id);
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

  const purge: BinService['purge'] = (caller, id) =>
    changes.run(caller, async (change) => {
      const { found, actor } = await lockAs(change, caller, id);
      if (!actor.isAdmin) throw new ApiError('forbidden');
      await requireNotHeld(change, actor, id, 'purge');
      if (isKept(found.retained_until, todayOf(actor, change.at)))
        throw new ApiError('retained', { until: found.retained_until });
      await forGood(change, found);
    });

  return {
    async list(actor, { cursor, limit = PAGE.default, sort = 'newest', ...query }) {
      const after = CURSORS[sort].decode(cursor);
      const sought = soughtBy(actor, query);
      const clock = clockAt(actor, now());
      const page = { sort, after, limit: limit + 1 };
      const rows = await findBin(db, actor, sought, clock, page);
      const items = rows.slice(0, limit);
      const last = rows.length > limit ? items.at(-1) : undefined;
      return {
        items: items.map((row) => present(row, clock.today)),
        nextCursor: last ? cursorOf(last, sort) : null,
        // Counting reads all of them, so only the first page has totals.
        totals: after ? null : await totalBin(db, actor, sought, clock),
      };
    },

    restore: (caller, id) =>
      changes.run(caller, async (change) => {
        const { found, seq, actor } = await lockAs(change, caller, id);
        if (!actor.isAdmin && !mayUndo(actor, found, change.at)) throw notFound();
        requireOpen(actor, found.group_id);
        await touchRecord(change.trx, id, seq, change.at, { deleted_at: null, deleted_by: null });
        await refreshPlacement(change.trx, id);
        await renewDiskNames(change, actor, id, { group: found.group_id, folder: found.folder_id });
        await returnToLibrary(change.trx, found.group_id, id);
        change.audit({
          action: 'record.restore',
          targetType: 'record',
          targetId: id,
          after: { title: found.title, group: found.group_id, folder: found.folder_id },
        });
        const { group_id: group, folder_id: folder } = found;
        await change.tell(recordPlaced, { actor, record: id, by: 'restoration', group, folder });
        change.announce({ kind: 'record.changed', record: id, group });
        return { record: id, group: found.group_id, folder: found.folder_id };
      }),

    purge,

    async empty(actor, before) {
      const { organization } = actor;
      const free = await findFree(db, organization, before, clockAt(actor, now()), PER_CALL + 1);
      let gone = 0;
      for (const id of free.slice(0, PER_CALL)) {
        try {
          await purge(actor, id);
          gone += 1;
        } catch (error) {
          // Somebody restored, held or deleted it meanwhile, so it is skipped.
          const passed = ['not_found', 'held', 'retained'];
          if (!(error instanceof ApiError && passed.includes(error.code))) throw error;
        }
      }
      const clock = clockAt(actor, now());
      const left = await findFree(db, organization, before, clock, LEFT_SHOWN);
      const { held, retained } = await totalBin(db, actor, soughtBy(actor, {}), clock);
      return { gone, left: left.length, held, retained };
    },

    async purgeExpired(at) {
      let gone = 0;
      // A day begins at another moment in each time zone.
      for (const timezone of await findTimezones(db)) {
        const clock = clockAt({ timezone }, at);
        const expired = await findExpired(db, clock, timezone, PER_RUN - gone);
        for (const { id, organization } of expired)
          if (await purgeOne({ organization, id }, clock)) gone += 1;
      }
      return gone;
    },
  };

  /** Whether it was deleted: it may have been restored, purged or held while this waited for the lock. */
  function purgeOne(
    { organization, id }: { readonly organization: string; readonly id: string },
    { at, today }: BinClock,
  ): Promise<boolean> {
    return changes.run({ organization, user: null, ip: null }, async (change) => {
      const found = await lock(change, organization, id, async (group) => {
        await lockGroupForUpdate(change.trx, group);
      });
      if (!found || found.purge_at > at || isKept(found.retained_until, today)) return false;
      // A hold that was placed while this waited: placing one takes the same lock.
      if ((await findHoldsOver(change.trx, organization, today, id)).length > 0) return false;
      await forGood(change, found);
      return true;
    });
  }
}

const clockAt = (whose: Pick<Actor, 'timezone'>, at: Date): BinClock => ({ at, today: todayOf(whose, at) });

function soughtBy(
  { timezone }: Actor,
  { text, group, deletedBy, from, to, kept }: Partial<BinQuery>,
): BinSought {
  return {
    ...{ text: text || null, group: group ?? null, deletedBy: deletedBy ?? null, kept: kept ?? null },
    from: from ? startOfDay(from, timezone) : null,
    before: to ? startOfDay(addDays(to, 1), timezone) : null,
  };
}

/** Whoever deleted a document may restore it at once (the toast's "Deshacer"). */
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
    // The scope is written too: the audit trail shows the title only to those who could have read it.
    before: { title: found.title, scope: found.scope, group: found.group_id, folder: found.folder_id },
  });
}

function present(row: BinRow, today: Day): BinItem {
  // A name that was closed to this admin stays closed here (docs/domain/roles-and-visibility.md).
  const { named } = row;
  return {
    _id: row.id,
    title: named ? row.title : null,
    file: named ? { name: row.name, type: row.file_type } : null,
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
    retainedUntil: isKept(row.retained_until, today) ? row.retained_until : null,
    holds: row.holds,
  };
}
