import { type RecordState, STATE } from '#shared/access/states.ts';
import type { Confirm } from '#shared/documents/versions.schemas.ts';
import { type Actor, requireOpen } from '../../../platform/actor.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import type { Received } from '../../../platform/uploads/upload-store.ts';
import { canEdit, canSetState } from '../../access/documents.policy.ts';
import type { SeenRecord, VersionRow } from '../faces/faces.queries.ts';

/** A record's versions in the middle of a confirmation: several of them may become ready in one call. */
export interface VersionHead {
  readonly current: VersionRow | null;
  readonly state: RecordState;
  readonly nextNumber: number;
  readonly publishedVersion: string | null;
}

export type Verdict = 'replay' | 'current' | 'conflict' | 'stale';

/**
 * Decides what a version becomes once its bytes have arrived (docs/domain/states-and-versions.md). Pure.
 * @throws not_found (not one's own, or its record is not visible), archived, forbidden, version_errored, obsolete
 */
export function judge(
  actor: Actor,
  version: VersionRow | undefined,
  seen: SeenRecord | undefined,
  head: VersionHead,
  onStale: Confirm['onStale'],
): Verdict {
  if (!version || version.created_by !== actor.user || !seen) throw notFound();
  if (version.status === 'errored') throw new ApiError('version_errored');
  if (version.status === 'ready') return 'replay';
  const { group_id: group } = seen.record;
  requireOpen(actor, group);
  if (!canEdit(actor, { face: seen.face.face, group })) throw new ApiError('forbidden');
  if (head.current === null) {
    // The state was chosen when the record was created: its role must still be there when it comes to be.
    if (!canSetState(actor, group, version.state)) throw new ApiError('forbidden');
    return 'current';
  }
  if (head.state === STATE.obsolete) throw new ApiError('obsolete');
  if (version.base === head.current.id) return 'current';
  return (onStale ?? version.on_stale) === 'keep' ? 'conflict' : 'stale';
}

/** Accepts a repeated call for a version that is ready already. @throws conflict for other bytes */
export function checkReplay(version: VersionRow, item: Confirm): void {
  if (version.sha256 !== item.sha256 || version.size !== item.size) throw new ApiError('conflict');
}

/**
 * Checks that this version's own upload received exactly these bytes, as this server counted and hashed them.
 * @throws empty_file, bytes_missing, file_kind
 */
export function checkBytes(received: Received | null, item: Confirm): asserts received is Received {
  if (item.size === 0) throw new ApiError('empty_file');
  if (!received) throw new ApiError('bytes_missing');
  if (received.size !== item.size) throw new ApiError('bytes_missing', { size: received.size });
  if (received.sha256 !== item.sha256) throw new ApiError('bytes_missing', { sha256: received.sha256 });
  if (received.executable) throw new ApiError('file_kind');
}
