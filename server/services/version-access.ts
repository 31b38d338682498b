import type { Actor } from '../actor.ts';
import type { Executor } from '../db/change.ts';
import { ApiError, notFound } from '../errors.ts';
import type { FaceRow, VersionRow } from '../repositories/faces.ts';
import { findVersionWithFace } from '../repositories/versions.ts';

/**
 * Whether a version stands in somebody's list of a record's versions (domain: versions). Readers: what was published.
 * Role holders and authors: everything that is ready. What is still travelling, or failed: whoever sent it.
 */
export function isShownTo(actor: Actor, face: FaceRow['face'], version: VersionRow): boolean {
  if (version.status !== 'ready') return version.created_by === actor.user;
  if (face === 'working') return true;
  return version.was_published && !version.conflict;
}

/** A version of a record that one sees. @throws not_found */
export async function findSeenVersion(executor: Executor, actor: Actor, id: string): Promise<VersionRow> {
  const version = await findVersionWithFace(executor, actor, id);
  if (!version || !isShownTo(actor, version.face, version)) throw notFound();
  return version;
}

/** A version whose bytes this person may read. A pending one's are nobody's. @throws not_found, version_errored */
export async function findReadable(
  executor: Executor,
  actor: Actor,
  id: string,
): Promise<VersionRow & { sha256: string; size: number }> {
  const version = await findSeenVersion(executor, actor, id);
  if (version.status === 'errored') throw new ApiError('version_errored');
  const { sha256, size } = version;
  if (version.status !== 'ready' || sha256 === null || size === null) throw notFound();
  return { ...version, sha256, size };
}
