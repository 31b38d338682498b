import { z } from 'zod';
import { diskName } from '#shared/platform/files/names.ts';
import type { FeedPage, FeedRow } from '#shared/sync-feed/sync.schemas.ts';
import { type Actor, isMember } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { createCursor } from '../../platform/lists/cursor.ts';
import { canAddVersion } from '../access/documents.policy.ts';
import { refreshActor } from '../access/viewers.queries.ts';
import { effectiveLabels } from '../documents/records/library.queries.ts';
import {
  changedNodes,
  couldSee,
  type FeedRecord,
  findFeedCounters,
  findFeedFolders,
  findFeedRecords,
  getDefaultLabels,
  getEpoch,
  recordsAfterId,
} from './feed.queries.ts';
import { findMark, hasMark, makeMark } from './feed-marks.queries.ts';
import { t } from './texts.ts';

const DEFAULT_LIMIT = 500;
/** How old the newest mark may be, and how often a process looks. */
const MARK_MS = 600_000;
const MARK_LOOK_MS = 60_000;
const SAY_MS = 3_600_000;
const RESTORED = 'was a backup restored? Run npm run sync:reset-cursors';

/**
 * The content of a cursor, which is opaque to clients: the position in a library's feed, and what the person could see
 * then.
 */
const position = z.object({
  g: z.string(),
  e: z.string(),
  a: z.string(),
  s: z.number().int().min(0),
  /** The newest mark of the database; cursors from before there were marks have none. */
  m: z.uuid().optional(),
  /** Within a snapshot: the last record that was given. */
  after: z.uuid().nullable().optional(),
});
type Position = z.infer<typeof position>;

/** Desktops keep these between runs: the keys of a position never change their names. */
const feedCursor = createCursor(position, 'since');

export function createFeedService(deps: Deps) {
  let [marked, said] = [0, 0];

  async function mark(): Promise<void> {
    const now = deps.now();
    if (Math.abs(now.getTime() - marked) < MARK_LOOK_MS) return;
    marked = now.getTime();
    // A database that takes nothing, as on a full disk, can still be read.
    await makeMark(deps.db, now, MARK_MS).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'no mark for the sync feed'),
    );
  }

  /** Says it once an hour: a cursor comes from outside, and anybody may make one up. */
  function sayRestored(group: string): void {
    const now = deps.now().getTime();
    if (now - said < SAY_MS) return;
    said = now;
    deps.log.error({ group, todo: RESTORED }, 'a desktop knows later changes than this database');
  }

  return {
    /**
     * What changed in a library since a cursor, as the actor sees it now. Gives everything where there is no cursor,
     * where the actor's rights have changed, or where another epoch of the database gave the cursor, or a later state of
     * it that was replaced by a backup.
     * @throws not_found, cursor_gone
     */
    page: async (
      caller: Actor,
      {
        group,
        since,
        limit = DEFAULT_LIMIT,
      }: { group: string; since?: string | undefined; limit?: number | undefined },
    ): Promise<FeedPage> => {
      await mark();
      return deps.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => {
          // Read in the same transaction as the position. Rows that were filtered by older rights, under a newer
          // position, would never be sent again.
          const actor = await refreshActor(trx, caller);
          if (!actor || !isMember(actor, group)) throw notFound();
          const at = feedCursor.decode(since);
          if (at && at.g !== group) throw new ApiError('invalid', { since: t('cursor') });
          const now = await currentPosition(trx, actor, group);
          const ours = at !== null && epochOf(at) === now.e;
          const isAhead = ours && (at.s > now.s || (at.m !== undefined && !(await hasMark(trx, at.m))));
          if (isAhead) sayRestored(group);
          const same = ours && !isAhead && at.a === now.a;
          if (!same || at.after !== undefined) {
            const e = isAhead ? ownEpoch(now.e) : ours ? at.e : now.e;
            return snapshot(trx, actor, same ? at : { ...now, e, after: null }, limit);
          }
          if (at.s < now.floor) throw new ApiError('cursor_gone');
          return changesSince(trx, actor, now.m === undefined ? at : { ...at, m: now.m }, limit);
        });
    },
  };
}

/**
 * A cursor beyond all changes of a library, or with a mark that is not here: the database is older than the desktop, so somebody restored a backup without
 * `npm run sync:reset-cursors`. What is missing then was not deleted. The desktop gets an epoch of its own, which says so to
 * it, and to nobody else: a cursor comes from outside.
 */
const ownEpoch = (epoch: string): string => `${epoch}.${newId()}`;

/** The database's epoch in a position's. */
const epochOf = ({ e }: Position): string | undefined => e.split('.')[0];

async function currentPosition(
  executor: Executor,
  actor: Actor,
  group: string,
): Promise<Position & { floor: number }> {
  const row = await findFeedCounters(executor, group, actor.user);
  const epoch = await getEpoch(executor);
  if (!row) throw notFound();
  return {
    g: group,
    e: epoch,
    a: `${row.groupAccess}.${row.userAccess}`,
    s: row.seq,
    m: await findMark(executor),
    floor: row.feed_floor,
  };
}

/** Folders first, then records by id. What changes meanwhile has a higher seq and is sent afterwards. */
async function snapshot(executor: Executor, actor: Actor, at: Position, limit: number): Promise<FeedPage> {
  const after = at.after ?? null;
  const folders = after === null ? await folderRows(executor, at.g, null) : [];
  const records = await recordsAfterId(executor, actor, at.g, after, limit + 1);
  const shown = records.slice(0, limit);
  const more = records.length > limit;
  const { after: _, ...start } = at;
  return {
    mode: 'snapshot',
    epoch: at.e,
    rows: [...folders, ...shown.map((row) => recordRow(actor, at.g, row))],
    cursor: feedCursor.encode(
      more ? { ...position.parse(start), after: shown.at(-1)?.id ?? null } : position.parse(start),
    ),
    more,
  };
}

async function changesSince(
  executor: Executor,
  actor: Actor,
  at: Position,
  limit: number,
): Promise<FeedPage> {
  const nodes = await changedNodes(executor, at.g, at.s, limit + 1);
  // All changes of a batch have one seq: a page must not end between them.
  let count = Math.min(nodes.length, limit);
  if (nodes.length > limit) {
    const cut = nodes[limit]?.seq;
    while (count > 0 && nodes[count - 1]?.seq === cut) count -= 1;
    if (count === 0) return changesSince(executor, actor, at, limit * 2);
  }
  const shown = nodes.slice(0, count);
  const records = new Map(
    (
      await findFeedRecords(
        executor,
        actor,
        at.g,
        shown.flatMap((node) => (node.kind === 'record' ? [node.id] : [])),
      )
    ).map((row) => [row.id, row]),
  );
  const folders = new Map(
    (
      await folderRows(
        executor,
        at.g,
        shown.flatMap((node) => (node.kind === 'folder' ? [node.id] : [])),
      )
    ).map((row) => [row.id, row]),
  );
  const rows = shown.flatMap((node): FeedRow[] => {
    const folder = folders.get(node.id);
    if (folder) return [folder];
    const record = records.get(node.id);
    if (record) return [recordRow(actor, at.g, record)];
    return couldSee(actor, at.g, node) ? [{ kind: 'gone', id: node.id }] : [];
  });
  const { after: _, ...rest } = at;
  return {
    mode: 'changes',
    epoch: at.e,
    rows,
    cursor: feedCursor.encode({ ...rest, s: shown.at(-1)?.seq ?? at.s }),
    more: count < nodes.length,
  };
}

const recordRow = (actor: Actor, group: string, row: FeedRecord): FeedRow => ({
  kind: 'record',
  id: row.id,
  parent: row.folder_id,
  diskName: row.disk_name,
  version: { _id: row.version, number: row.number, sha256: row.sha256, size: row.size, state: row.state },
  face: row.face,
  writable: canAddVersion(actor, { face: row.face, group, ready: true, state: row.state }),
  rev: row.rev,
});

async function folderRows(
  executor: Executor,
  group: string,
  ids: readonly string[] | null,
): Promise<FeedRow[]> {
  if (ids?.length === 0) return [];
  const all = await findFeedFolders(executor, group);
  const defaultLabels = await getDefaultLabels(executor, group);
  const context = {
    folders: new Map(all.map((row) => [row.id, row])),
    defaultLabels,
  };
  return all
    .filter((row) => ids === null || ids.includes(row.id))
    .map((row) => ({
      kind: 'folder',
      id: row.id,
      parent: row.parent,
      diskName: diskName(row.name),
      ...(diskName(row.name) === row.name ? {} : { name: row.name }),
      hasDefaultLabels: effectiveLabels(context, row.id).length > 0,
    }));
}
