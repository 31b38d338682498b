import type { Actor } from '../actor.ts';
import type { Change } from '../db/change.ts';
import type { FaceRow, RecordRow, VersionRow } from '../repositories/faces.ts';

/** One version that became ready just now. */
export interface ConfirmedVersion {
  /** As they are after the change. */
  readonly record: RecordRow;
  /** The working face. */
  readonly face: FaceRow;
  readonly version: VersionRow;
  readonly outcome: 'current' | 'conflict';
  /** It is the first of its record: the document has come to be. */
  readonly first: boolean;
  /** Of a conflict: whose version is current. */
  readonly currentBy: string | null;
}

/**
 * What follows from versions that became ready, in the transaction that made them so. Called once per call of
 * confirm with all of its versions, never for a repeated one.
 */
export async function afterConfirm(
  _change: Change,
  _actor: Actor,
  _confirmed: readonly ConfirmedVersion[],
): Promise<void> {}
