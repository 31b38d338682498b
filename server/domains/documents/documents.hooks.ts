import type { Actor } from '../../platform/actor.ts';
import { defineHook } from '../../platform/db/hooks.ts';
import type { FaceRow, RecordRow, VersionRow } from './faces/faces.queries.ts';

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

/** Told once per call of confirm with all of its versions, never for a repeated one. */
export const versionsConfirmed = defineHook<{
  readonly actor: Actor;
  readonly confirmed: readonly ConfirmedVersion[];
}>('versions confirmed');
