import { sql } from 'kysely';
import type { Actor } from '../actor.ts';
import type { Executor } from '../db/change.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';

const LARGE_BYTES = 8 * 1024 ** 2;
const PLENTY_BYTES = 1024 ** 3;

/**
 * How long an announcement keeps its room without a byte. The upload can go on afterwards; what it brings then is
 * checked against the disk alone.
 */
export const ROOM_HELD_SECONDS = 3600;

type RoomDeps = Pick<Deps, 'storage' | 'config' | 'now'>;
/** Whose upload it is. */
type Uploader = Pick<Actor, 'organization' | 'user'>;

/** Bytes that pending versions will still bring, or have brought and must be copied. */
interface Taken {
  /** Of everybody, without those whose upload has been idle for `ROOM_HELD_SECONDS`. */
  readonly announced: number;
  /** Of those, the person's. */
  readonly mine: number;
  /**
   * What the organization has, in versions and templates, and all that is announced for it. A version that took over another one's bytes adds
   * nothing: going back to an earlier one must be possible where no room is left.
   */
  readonly own: number;
  /** Of what is announced for the organization, the person's. */
  readonly ownMine: number;
}

/**
 * Checks that there is room for this many bytes: on the disk, beside what others have announced, and within the
 * organization's quota. Called before an upload begins, so that nobody sends for hours what cannot be stored.
 *
 * One person's announcements may take at most as much as they leave to everybody else (docs/domain/limits.md), so that
 * nobody can take all room without sending a byte. A single upload is never refused by that.
 *
 * Call it inside the transaction that writes the announcement: of two at the same moment, the second then waits for the
 * first one's commit, and they cannot get the same room.
 * @param except the key of a version whose announcement is being replaced
 * @throws storage_full, quota_full, share_full
 */
export async function requireRoom(
  executor: Executor,
  deps: RoomDeps,
  uploader: Uploader,
  bytes: number,
  except: string | null = null,
): Promise<void> {
  if (bytes === 0) return;
  const { organizationQuota: quota, freeSpaceMin } = deps.config;
  const free = await deps.storage.freeBytes();
  // Where there is plenty of room, ordinary documents need not wait for each other.
  const isTight =
    quota !== null || bytes > LARGE_BYTES || (free !== null && free < freeSpaceMin + PLENTY_BYTES);
  if (isTight) await sql`select pg_advisory_xact_lock(hashtext('legajo room'))`.execute(executor);
  const taken = await takenOf(executor, deps, uploader, quota !== null, except);
  const ofQuota = quota === null ? Number.POSITIVE_INFINITY : quota - taken.own - bytes;
  if (ofQuota < 0) throw new ApiError('quota_full', { limit: quota });
  const ofDisk = free === null ? Number.POSITIVE_INFINITY : free - freeSpaceMin - taken.announced - bytes;
  // Once confirmed, its bytes lie there twice for a moment (decision 0042).
  if (ofDisk < bytes) throw new ApiError('storage_full');
  const isBeyondShare = (mine: number, left: number): boolean => mine > 0 && mine + bytes > left;
  if (isBeyondShare(taken.mine, ofDisk) || isBeyondShare(taken.ownMine, ofQuota))
    throw new ApiError('share_full');
}

/** Whether the disk has any room left beside what is announced. */
export async function hasRoom(executor: Executor, deps: RoomDeps): Promise<boolean> {
  const free = await deps.storage.freeBytes();
  if (free === null) return true;
  const { announced } = await takenOf(executor, deps, null, false, null);
  return free - announced >= deps.config.freeSpaceMin;
}

/** Checks that the disk takes this many bytes now, whatever was announced. @throws storage_full */
export async function requireFree(
  { storage, config }: Pick<Deps, 'storage' | 'config'>,
  bytes: number,
): Promise<void> {
  const free = await storage.freeBytes();
  if (free !== null && free - bytes < config.freeSpaceMin) throw new ApiError('storage_full');
}

/**
 * The same without waiting, for bytes that are arriving already: nothing is announced.
 * @throws storage_full, quota_full
 */
export async function requireRoomNow(
  executor: Executor,
  deps: RoomDeps,
  uploader: Uploader,
  bytes: number,
): Promise<void> {
  await requireFree(deps, bytes);
  const { organizationQuota: quota } = deps.config;
  if (quota === null) return;
  const { own } = await takenOf(executor, deps, uploader, true, null);
  if (own + bytes > quota) throw new ApiError('quota_full', { limit: quota });
}

async function takenOf(
  executor: Executor,
  { now }: Pick<Deps, 'now'>,
  uploader: Uploader | null,
  withOwn: boolean,
  except: string | null,
): Promise<Taken> {
  const since = new Date(now().getTime() - ROOM_HELD_SECONDS * 1000);
  const user = uploader?.user ?? null;
  const organization = uploader?.organization ?? null;
  const { rows } = await sql<Record<keyof Taken, string>>`
    select announced, mine, "ownMine", ${
      withOwn
        ? sql`"ownPending" + (select coalesce(sum(size), 0) from versions
            where organization = ${organization}::uuid and status = 'ready' and origin not in ('restore', 'revert'))
          + (select coalesce(sum(size), 0) from document_templates where organization = ${organization}::uuid)`
        : sql`0`
    } as own
    from (
      select
        coalesce(sum(announced) filter (where coalesce(last_byte_at, created_at) > ${since}), 0) as announced,
        coalesce(sum(announced) filter (where coalesce(last_byte_at, created_at) > ${since} and created_by = ${user}::uuid), 0) as mine,
        coalesce(sum(announced) filter (where organization = ${organization}::uuid), 0) as "ownPending",
        coalesce(sum(announced) filter (where created_by = ${user}::uuid), 0) as "ownMine"
      from versions where status = 'pending' and key is distinct from ${except}
    ) pending`.execute(executor);
  const [row] = rows;
  return {
    announced: Number(row?.announced ?? 0),
    mine: Number(row?.mine ?? 0),
    own: Number(row?.own ?? 0),
    ownMine: Number(row?.ownMine ?? 0),
  };
}
