import type { z } from 'zod';
import { holdStatus } from '#shared/keeping/holds.ts';
import { PAGE } from '#shared/platform/limits.ts';
import type * as schemas from '#shared/retention/holds.schemas.ts';
import type { Hold } from '#shared/retention/holds.schemas.ts';
import { type Actor, todayOf } from '../../platform/actor.ts';
import type { Change, Executor } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { momentCursor, readMomentCursor } from '../../platform/lists/moment-cursor.ts';
import { lockLibraries, requireAdminStill } from '../access/lock-libraries.ts';
import { findSeen } from '../documents/faces/faces.queries.ts';
import {
  addHoldItems,
  deleteHoldItems,
  findHoldItems,
  findHolds,
  findTargets,
  type HoldTarget,
  insertHold,
  lockHold,
  updateHold,
} from '../keeping/holds-kept.queries.ts';
import { presentHoldItems, presentHolds } from './holds.presenter.ts';
import { t } from './texts.ts';

type Out<S extends z.ZodType> = z.output<S>;
type Targets = Pick<Out<typeof schemas.holdCreate>, 'records' | 'folders' | 'groups'>;

const TARGETS = {
  records: (id: string): HoldTarget => ({ record_id: id }),
  folders: (id: string): HoldTarget => ({ folder_id: id }),
  groups: (id: string): HoldTarget => ({ group_id: id }),
};
const GONE: Readonly<Record<keyof Targets, string>> = {
  records: t('holds.records'),
  folders: t('holds.folders'),
  groups: t('holds.libraries'),
};

/** Legal holds. The routes require an admin. What a hold forbids is in held.ts. */
export function createHoldsService({ db, changes, now }: Pick<Deps, 'db' | 'changes' | 'now'>) {
  async function one(executor: Executor, actor: Actor, id: string, at: Date): Promise<Hold> {
    const today = todayOf(actor, at);
    const rows = await findHolds(executor, actor.organization, today, { id, after: null, limit: 1 });
    const [hold] = await presentHolds(executor, rows, today);
    if (!hold) throw notFound();
    return hold;
  }

  /** Locks a running hold. An ended one is never changed: a new one is placed instead. */
  async function lockRunning(change: Change, actor: Actor, id: string) {
    const row = await lockHold(change.trx, actor.organization, id);
    await requireAdminStill(change, actor);
    if (!row) throw notFound();
    const { until, released_at } = row;
    if (holdStatus({ until, released: released_at !== null }, todayOf(actor, change.at)) !== 'active')
      throw new ApiError('hold_ended', { current: await one(change.trx, actor, id, change.at) });
    return row;
  }

  return {
    async list(
      actor: Actor,
      { cursor, limit = PAGE.default, status }: Out<typeof schemas.holdsQuery>,
    ): Promise<z.input<typeof schemas.holdPage>> {
      const after = readMomentCursor(cursor);
      const today = todayOf(actor, now());
      const rows = await findHolds(db, actor.organization, today, { status, after, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        items: await presentHolds(db, shown, today),
        nextCursor: last ? momentCursor(last.placed_at, last.id) : null,
      };
    },

    get: (actor: Actor, id: string): Promise<Hold> => one(db, actor, id, now()),

    /** @throws invalid */
    create: (
      caller: Actor,
      { records, folders, groups, ...fields }: Out<typeof schemas.holdCreate>,
    ): Promise<Hold> =>
      changes.run(caller, async (change) => {
        const { targets, actor } = await lockTargets(change, caller, { records, folders, groups });
        requireAhead(actor, fields.until, change.at);
        const id = newId();
        const { organization, user } = actor;
        await insertHold(change.trx, { id, organization, ...fields, placed_by: user, placed_at: change.at });
        await addHoldItems(change.trx, { id, organization }, targets, { user, at: change.at });
        const what = { targetType: 'hold', targetId: id } as const;
        change.audit({ action: 'hold.create', ...what, after: { ...fields, records, folders, groups } });
        return one(change.trx, actor, id, change.at);
      }),

    /** @throws not_found, hold_ended, rev_changed with what is current, invalid */
    update: (actor: Actor, id: string, { rev, ...fields }: Out<typeof schemas.holdUpdate>): Promise<Hold> =>
      changes.run(actor, async (change) => {
        const row = await lockRunning(change, actor, id);
        if (row.rev !== rev) {
          const message = t('holds.changed');
          const current = await one(change.trx, actor, id, change.at);
          throw new ApiError('rev_changed', { current }, { message });
        }
        if (fields.until !== row.until) requireAhead(actor, fields.until, change.at);
        await updateHold(change.trx, id, { ...fields, rev: row.rev + 1 });
        const { name, reason, reference, until } = row;
        const before = { name, reason, reference, until };
        change.audit({ action: 'hold.update', targetType: 'hold', targetId: id, before, after: fields });
        return one(change.trx, actor, id, change.at);
      }),

    /** @throws not_found, hold_ended */
    release: (actor: Actor, id: string, reason: string): Promise<Hold> =>
      changes.run(actor, async (change) => {
        const row = await lockRunning(change, actor, id);
        await updateHold(change.trx, id, {
          released_by: actor.user,
          released_at: change.at,
          release_reason: reason,
          rev: row.rev + 1,
        });
        const what = { targetType: 'hold', targetId: id } as const;
        change.audit({ action: 'hold.release', ...what, before: { name: row.name }, after: { reason } });
        return one(change.trx, actor, id, change.at);
      }),

    async items(
      actor: Actor,
      id: string,
      { cursor, limit = PAGE.default }: Out<typeof schemas.holdItemsQuery>,
    ): Promise<z.input<typeof schemas.holdItemPage>> {
      await one(db, actor, id, now());
      const rows = await findHoldItems(db, id, { after: readMomentCursor(cursor), limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        items: await presentHoldItems(db, actor, shown),
        nextCursor: last ? momentCursor(last.added_at, last.id) : null,
      };
    },

    /** @throws not_found, hold_ended, invalid */
    add: (caller: Actor, id: string, wanted: Targets): Promise<Hold> =>
      changes.run(caller, async (change) => {
        await one(change.trx, caller, id, change.at);
        const { targets, actor } = await lockTargets(change, caller, wanted);
        const row = await lockRunning(change, actor, id);
        const by = { user: actor.user, at: change.at };
        const added = await addHoldItems(change.trx, row, targets, by);
        const { records, folders, groups } = wanted;
        const after = { records, folders, groups };
        const what = { targetType: 'hold', targetId: id, before: { name: row.name } } as const;
        if (added > 0) change.audit({ action: 'hold.add', ...what, after: { name: row.name, ...after } });
        return one(change.trx, actor, id, change.at);
      }),

    /** Skips what is not in the hold. @throws not_found, hold_ended */
    remove: (actor: Actor, id: string, { items, reason }: Out<typeof schemas.holdRemove>): Promise<Hold> =>
      changes.run(actor, async (change) => {
        const row = await lockRunning(change, actor, id);
        const gone = await deleteHoldItems(change.trx, id, items);
        const ids = (column: keyof (typeof gone)[number]) => gone.flatMap((item) => item[column] ?? []);
        const before = { records: ids('record_id'), folders: ids('folder_id'), groups: ids('group_id') };
        const what = { targetType: 'hold', targetId: id } as const;
        if (gone.length > 0) {
          const name = row.name;
          change.audit({
            action: 'hold.remove',
            ...what,
            before: { name, ...before },
            after: { name, reason },
          });
        }
        return one(change.trx, actor, id, change.at);
      }),
  };
}

function requireAhead(actor: Actor, until: string | null, at: Date): void {
  if (until !== null && until < todayOf(actor, at)) throw invalid('until', t('holds.until'));
}

/**
 * Finds what a hold is to lie over, behind the locks of its libraries. Whatever deletes takes these locks too, so a
 * document that existed when its hold was placed stays.
 * @throws invalid where something is missing, or closed to this admin
 */
async function lockTargets(
  change: Change,
  caller: Actor,
  wanted: Targets,
): Promise<{ targets: HoldTarget[]; actor: Actor }> {
  const kinds = ['records', 'folders', 'groups'] as const;
  const before = await findTargets(change.trx, caller.organization, wanted);
  const { actor } = await lockLibraries(
    change,
    caller,
    before.map((each) => each.group_id),
  );
  await requireAdminStill(change, actor);
  const found = await findTargets(change.trx, actor.organization, wanted);
  // It was moved to a library that is not locked.
  if (found.some((each) => !before.some((was) => was.group_id === each.group_id)))
    throw new ApiError('conflict');
  for (const kind of kinds) {
    const there = new Set(found.filter((each) => each.kind === kind).map((each) => each.id));
    if (wanted[kind].some((id) => !there.has(id))) throw invalid(kind, GONE[kind]);
  }
  for (const { kind, id, deleted } of found) {
    // The bin shows every document to an admin, closed ones without a name. So these may be held.
    if (kind !== 'records' || deleted) continue;
    if (!(await findSeen(change.trx, actor, id))) throw invalid('records', GONE.records);
  }
  return { targets: found.map(({ kind, id }) => TARGETS[kind](id)), actor };
}
