import type { KnownContent } from '#shared/documents/versions.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import {
  findVersionsOfContents,
  findVersionsWithFaces,
  findVersionWithFace,
} from '../versions/versions.queries.ts';
import type { FaceRow, VersionRow } from './faces.queries.ts';

/**
 * Whether somebody's list of a record's versions shows this version (docs/domain/states-and-versions.md). Readers see
 * what was published, role holders and authors everything that is ready. A pending or errored version is shown only to
 * whoever sent it.
 */
export function isShownTo(actor: Actor, face: FaceRow['face'], version: VersionRow): boolean {
  if (version.status !== 'ready') return version.created_by === actor.user;
  if (face === 'working') return true;
  return version.was_published && !version.conflict;
}

/** A version of a record that the actor sees. @throws not_found where it is missing or not visible */
export async function findSeenVersion(executor: Executor, actor: Actor, id: string): Promise<VersionRow> {
  const version = await findVersionWithFace(executor, actor, id);
  if (!version || !isShownTo(actor, version.face, version)) throw notFound();
  return version;
}

interface Bytes {
  readonly sha256: string;
  readonly size: number;
}

/** A version whose bytes lie in the storage. */
export type ReadableVersion = VersionRow & Bytes;

/** A version whose bytes the actor may read. Nobody reads those of a pending one. @throws not_found, version_errored */
export async function findReadable(executor: Executor, actor: Actor, id: string): Promise<ReadableVersion> {
  const version = await findSeenVersion(executor, actor, id);
  if (version.status === 'errored') throw new ApiError('version_errored');
  if (!hasBytes(version)) throw notFound();
  return version;
}

/** Those of these versions whose bytes the actor may read. */
export async function findAllReadable(
  executor: Executor,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadableVersion[]> {
  const found = await findVersionsWithFaces(executor, actor, ids);
  return found.filter((version) => isShownTo(actor, version.face, version)).filter(hasBytes);
}

/**
 * The documents that have, or had, these contents, as far as the actor sees those versions, or saw them until the document
 * was deleted: of such a one the record is null.
 */
export async function findKnownContents(
  executor: Executor,
  actor: Actor,
  hashes: readonly string[],
): Promise<KnownContent[]> {
  const found = await findVersionsOfContents(executor, actor, hashes);
  const known = new Map<string, KnownContent>();
  for (const version of found) {
    const { sha256 } = version;
    if (sha256 === null || !isShownTo(actor, version.face, version)) continue;
    const record = version.deleted ? null : version.record_id;
    known.set(`${sha256} ${record}`, { sha256, record });
  }
  return [...known.values()];
}

const hasBytes = <T extends VersionRow>(version: T): version is T & Bytes =>
  version.status === 'ready' && version.sha256 !== null && version.size !== null;
