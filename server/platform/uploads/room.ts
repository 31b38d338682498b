import { sql } from 'kysely';
import type { Executor } from '../db/change.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';

const LARGE_BYTES = 8 * 1024 ** 2;
const PLENTY_BYTES = 1024 ** 3;

type RoomDeps = Pick<Deps, 'storage' | 'config'>;

interface Taken {
  /** Bytes that all pending versions will still bring, or have brought and must be copied. */
  readonly announced: number;
  /** Bytes that an organization has, and those announced for it. */
  readonly own: number;
}

/**
 * Checks that there is room for this many bytes: on the disk, beside what others have announced, and within the
 * organization's quota. Called before an upload begins, so that nobody sends for hours what cannot be stored.
 * Call it inside the transaction that writes the announcement: of two at the same moment, the second then waits for the
 * first one's commit, and they cannot get the same room.
 * @param except the key of a version whose announcement is being replaced
 * @throws storage_full, quota_full
 */
export async function requireRoom(
  executor: Executor,
  { storage, config }: RoomDeps,
  organization: string,
  bytes: number,
  except: string | null = null,
): Promise<void> {
  if (bytes === 0) return;
  const { organizationQuota: quota, freeSpaceMin } = config;
  const free = await storage.freeBytes();
  // Where there is plenty of room, ordinary documents need not wait for each other.
  const isTight =
    quota !== null || bytes > LARGE_BYTES || (free !== null && free < freeSpaceMin + PLENTY_BYTES);
  if (isTight) await sql`select pg_advisory_xact_lock(hashtext('legajo room'))`.execute(executor);
  const { announced, own } = await takenOf(executor, organization, quota !== null, except);
  if (quota !== null && own + bytes > quota) throw new ApiError('quota_full', { limit: quota });
  // Once confirmed, its bytes lie there twice for a moment (decision 0042).
  if (free !== null && free - announced - 2 * bytes < freeSpaceMin) throw new ApiError('storage_full');
}

/** Checks that the disk takes this many bytes now, whatever was announced. @throws storage_full */
export async function requireFree({ storage, config }: RoomDeps, bytes: number): Promise<void> {
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
  organization: string,
  bytes: number,
): Promise<void> {
  await requireFree(deps, bytes);
  const { organizationQuota: quota } = deps.config;
  if (quota === null) return;
  const { own } = await takenOf(executor, organization, true, null);
  if (own + bytes > quota) throw new ApiError('quota_full', { limit: quota });
}

async function takenOf(
  executor: Executor,
  organization: string,
  withOwn: boolean,
  except: string | null,
): Promise<Taken> {
  const { rows } = await sql<{ announced: string; own: string }>`
    select
      (select coalesce(sum(announced), 0) from versions
        where status = 'pending' and key is distinct from ${except}) as announced,
      ${
        withOwn
          ? sql`(select coalesce(sum(coalesce(size, announced)), 0) from versions
              where organization = ${organization}::uuid and status in ('ready', 'pending')
                and key is distinct from ${except})`
          : sql`0`
      } as own
  `.execute(executor);
  const [row] = rows;
  return { announced: Number(row?.announced ?? 0), own: Number(row?.own ?? 0) };
}
