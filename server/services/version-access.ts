import type { Actor } from '../actor.ts';
import type { Executor } from '../db/change.ts';
import { ApiError, notFound } from '../errors.ts';
import { findSeen, type SeenRecord, type VersionRow } from '../repositories/faces.ts';
import { findVersion } from '../repositories/versions.ts';

/**
 * Whether a version stands in somebody's list of a record's versions (domain: versions). Readers: what was published.
 * Role holders and authors: everything that is ready. What is still travelling, or failed: whoever sent it.
 */
export function isShownTo(actor: Actor, seen: SeenRecord, version: VersionRow): boolean {
  if (version.status !== 'ready') return version.created_by === actor.user;
  if (seen.face.face === 'working') return true;
  return version.was_published && !version.conflict;
}

export interface SeenVersion {
  readonly seen: SeenRecord;
  readonly version: VersionRow;
}

/** A version of a record that one sees. @throws not_found */
export async function findSeenVersion(executor: Executor, actor: Actor, id: string): Promise<SeenVersion> {
  const version = await findVersion(executor, actor.organization, id);
  const seen = version && (await findSeen(executor, actor, version.record_id));
  if (!seen || !isShownTo(actor, seen, version)) throw notFound();
  return { seen, version };
}

/** A version whose bytes this person may read. A pending one's are nobody's. @throws not_found, version_errored */
export async function findReadable(
  executor: Executor,
  actor: Actor,
  id: string,
): Promise<SeenVersion & { version: { sha256: string; size: number } }> {
  const { seen, version } = await findSeenVersion(executor, actor, id);
  if (version.status === 'errored') throw new ApiError('version_errored');
  const { sha256, size } = version;
  if (version.status !== 'ready' || sha256 === null || size === null) throw notFound();
  return { seen, version: { ...version, sha256, size } };
}
