import { type Actor, requireOpen } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import { notFound } from '../../platform/errors.ts';
import { type LockedLibraries, lockLibraries } from '../access/lock-libraries.ts';
import { findRecordPlaces, findSeen, lockRecordRows, type SeenRecord } from './faces/faces.queries.ts';

/** A record left its library between our look and our lock: the change runs again (changes.run retries this code). */
class MovedMeanwhile extends Error {
  readonly code = '40001';
}

export interface LockedBeside {
  /** Libraries beside those in which the records lie, such as a move's target. */
  readonly libraries?: readonly string[];
  /** Locks contents that are used or confirmed: hashes come before everything else. */
  readonly contents?: () => Promise<void>;
}

/**
 * Takes the locks of a change of these records in their one order: contents by hash, libraries by id, records by id.
 * A record that moved to another library meanwhile is no error: the change runs again. Records that do not exist are
 * left out. Does not check whether the caller sees the records, nor what they may do.
 * @throws disabled
 */
export async function lockRecords(
  change: Change,
  caller: Actor,
  records: readonly string[],
  { libraries = [], contents }: LockedBeside = {},
): Promise<LockedLibraries> {
  const places = await findRecordPlaces(change.trx, caller.organization, records);
  await contents?.();
  const locked = await lockLibraries(change, caller, [...places.values(), ...libraries]);
  const now = await lockRecordRows(change.trx, [...places.keys()]);
  for (const [id, group] of now) if (group !== places.get(id)) throw new MovedMeanwhile('moved meanwhile');
  return locked;
}

/** A record as the caller sees it behind its locks. */
export interface LockedRecord extends SeenRecord {
  /** The seq of its library in this change. */
  readonly seq: number;
  /** The seq of each locked library in this change. */
  readonly seqs: ReadonlyMap<string, number>;
  /** The caller with the rights that they have under the locks. */
  readonly actor: Actor;
}

/**
 * Locks one record, as `lockRecords` does, and reads it. Does not check what the caller may do to it.
 * @throws not_found where the caller does not see it, disabled
 */
export async function lockRecord(
  change: Change,
  caller: Actor,
  id: string,
  beside?: LockedBeside,
): Promise<LockedRecord> {
  const { actor, seqs } = await lockRecords(change, caller, [id], beside);
  const seen = await findSeen(change.trx, actor, id);
  if (!seen) throw notFound();
  return { ...seen, seq: seqs.get(seen.record.group_id) ?? 0, seqs, actor };
}

/** The same in a library that is not archived. @throws not_found, disabled, archived */
export async function lockOpenRecord(
  change: Change,
  caller: Actor,
  id: string,
  beside?: LockedBeside,
): Promise<LockedRecord> {
  const locked = await lockRecord(change, caller, id, beside);
  requireOpen(locked.actor, locked.record.group_id);
  return locked;
}
