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

/** A record that came to another place: elsewhere, to the bin, or out of it. */
export interface PlacedRecord {
  readonly actor: Actor;
  readonly record: string;
  readonly by: 'move' | 'deletion' | 'restoration';
  /** Where it lies now; for a deletion, where it lay. */
  readonly group: string;
  readonly folder: string | null;
}

/** A record that was made to show that a due day was met. Its bytes are still to come. */
export interface BegunEvidence {
  readonly actor: Actor;
  readonly record: string;
  readonly occurrence: string;
}

/** Told after the record's rows were written. */
export const evidenceBegun = defineHook<BegunEvidence>('evidence begun');

/** A folder has another name. Its library is locked. */
export const folderRenamed = defineHook<{ readonly folder: string }>('folder renamed');

/** An empty folder is about to be deleted. Its library is locked; who needs it refuses by an error. */
export const folderDeleted = defineHook<{ readonly folder: string }>('folder deleted');

/** Told after the record's rows were written. */
export const recordPlaced = defineHook<PlacedRecord>('record placed');

/** Told once for each call of confirm, with all of its versions. Not told for a repeated call. */
export const versionsConfirmed = defineHook<{
  readonly actor: Actor;
  readonly confirmed: readonly ConfirmedVersion[];
}>('versions confirmed');
