import type { Actor } from '../../platform/actor.ts';
import { defineHook } from '../../platform/db/hooks.ts';
import type { FaceRow, RecordRow, VersionRow } from './faces/faces.queries.ts';

/** A version that just became ready. */
export interface ConfirmedVersion {
  /** The record after the change. */
  readonly record: RecordRow;
  /** The working face. */
  readonly face: FaceRow;
  readonly version: VersionRow;
  readonly outcome: 'current' | 'conflict';
  /** Whether it is the first of its record. */
  readonly first: boolean;
  /** For a conflict version: who made the version that is current. */
  readonly currentBy: string | null;
}

/** Told once for each call of confirm, with all of its versions. Not told for a repeated call. */
export const versionsConfirmed = defineHook<{
  readonly actor: Actor;
  readonly confirmed: readonly ConfirmedVersion[];
}>('versions confirmed');
