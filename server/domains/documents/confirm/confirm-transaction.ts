import { STATE } from '#shared/access/states.ts';
import type { Confirm, Confirmed } from '#shared/documents/versions.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Change, Executor } from '../../../platform/db/change.ts';
import { ApiError } from '../../../platform/errors.ts';
import { lockContents } from '../../../platform/storage/lock-contents.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { LockedLibraries } from '../../access/lock-libraries.ts';
import { type ConfirmedVersion, versionsConfirmed } from '../documents.hooks.ts';
import { publishFace } from '../faces/face-writer.queries.ts';
import type { RecordRow, SeenRecord, VersionRow } from '../faces/faces.queries.ts';
import { lockRecords } from '../lock-records.ts';
import { isServed } from '../records/new-records.queries.ts';
import {
  findSeenMany,
  findWorkingFaces,
  moveRecords,
  type RecordMove,
} from '../versions/current-versions.queries.ts';
import { presentConfirmed } from '../versions/version.presenter.ts';
import { followExtension } from '../versions/version-writer.ts';
import { findVersions, lockVersions, markReady, type ReadyVersion } from '../versions/versions.queries.ts';
import { checkReplay, judge, type Verdict, type VersionHead } from './confirm-rules.ts';

export type ItemResult = { ok: true; confirmed: Confirmed } | { ok: false; error: ApiError };

interface Decided {
  readonly item: Confirm;
  readonly version: VersionRow;
  readonly verdict: Exclude<Verdict, 'stale'>;
  readonly number: number | null;
  readonly first: boolean;
  readonly currentBy: string | null;
  /** Its bytes equal the current version's: a conflict version of the same bytes leaves nothing to decide. */
  readonly same: boolean;
}

/** One record while its versions are confirmed one after the other. */
interface ConfirmationState {
  readonly seen: SeenRecord;
  head: VersionHead;
  touched: boolean;
}

/**
 * Makes versions ready whose bytes lie in the storage, in one transaction with one change of each library's seq.
 * Compares bases, gives numbers, and writes versions, records, faces, audit and outbox. An item that may not be
 * confirmed gets its error; the others are confirmed.
 */
export async function confirmAll(
  change: Change,
  actor: Actor,
  items: readonly Confirm[],
  storage: Storage,
): Promise<Map<string, ItemResult>> {
  const before = await findVersions(
    change.trx,
    items.map((item) => item.version),
  );
  const records = before.map((version) => version.record_id);
  const locked = await lockWithContents(change, actor, records, items, storage);
  return confirmLocked(change, locked, items);
}

/**
 * Makes a version of this record and confirms it in one transaction. `start` runs behind the locks, and makes the
 * version or finds the one that the same operation has made. Its bytes must lie in the storage.
 */
export async function confirmStarted(
  change: Change,
  actor: Actor,
  record: string,
  bytes: Pick<Confirm, 'sha256' | 'size' | 'onStale'>,
  storage: Storage,
  start: (viewer: Actor) => Promise<VersionRow>,
): Promise<ItemResult | undefined> {
  const locked = await lockWithContents(change, actor, [record], [bytes], storage);
  const { id } = await start(locked.actor);
  return (await confirmLocked(change, locked, [{ version: id, ...bytes }])).get(id);
}

interface Locked extends LockedLibraries {
  readonly records: readonly string[];
}

async function lockWithContents(
  change: Change,
  actor: Actor,
  records: readonly string[],
  hashes: readonly Pick<Confirm, 'sha256' | 'size'>[],
  storage: Storage,
): Promise<Locked> {
  const contents = () => lockContents(change, hashes, storage, actor.user);
  return { records, ...(await lockRecords(change, actor, records, { contents })) };
}

async function confirmLocked(
  change: Change,
  locked: Locked,
  items: readonly Confirm[],
): Promise<Map<string, ItemResult>> {
  const { trx } = change;
  const { actor: viewer, seqs } = locked;
  const { confirmations, versions } = await openConfirmations(change, locked, items);
  const results = new Map<string, ItemResult>();
  const decided: Decided[] = [];
  for (const item of items) {
    const version = versions.get(item.version);
    const confirmation = version && confirmations.get(version.record_id);
    try {
      decided.push(await decide(change, viewer, item, version, confirmation));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      results.set(item.version, { ok: false, error });
    }
  }
  const ready = await markReady(trx, decided.flatMap(readyRow), change.at);
  const records = await writeRecords(change, viewer, confirmations, ready, seqs);
  await announce(change, viewer, decided, ready, records);

  const rows = decided.map(({ version }) => ready.get(version.id) ?? version);
  for (const [id, confirmed] of await presentConfirmed(
    trx,
    viewer,
    rows,
    recordsOf(confirmations, records),
  )) {
    results.set(id, { ok: true, confirmed });
  }
  return results;
}

async function openConfirmations(
  change: Change,
  { records, actor: viewer }: Locked,
  items: readonly Confirm[],
) {
  const { trx } = change;
  const versions = await lockVersions(
    trx,
    items.map((item) => item.version),
  );
  const seen = await findSeenMany(trx, viewer, records);
  const currentIds = [...seen.values()].flatMap(({ record }) => record.current_version ?? []);
  const currents = new Map((await findVersions(trx, currentIds)).map((row) => [row.id, row]));
  const confirmations = new Map<string, ConfirmationState>();
  for (const [id, each] of seen) {
    confirmations.set(id, { seen: each, head: versionHeadOf(each, currents), touched: false });
  }
  return { confirmations, versions };
}

/** Where a record stands before a confirmation. */
export function versionHeadOf(seen: SeenRecord, currents: ReadonlyMap<string, VersionRow>): VersionHead {
  const { record } = seen;
  const current = record.current_version ? (currents.get(record.current_version) ?? null) : null;
  return {
    current,
    state: current?.state ?? STATE.draft,
    nextNumber: record.next_number,
    publishedVersion: record.published_version,
  };
}

const NO_VERSION: VersionHead = { current: null, state: STATE.draft, nextNumber: 1, publishedVersion: null };

async function decide(
  change: Change,
  viewer: Actor,
  item: Confirm,
  version: VersionRow | undefined,
  confirmation: ConfirmationState | undefined,
): Promise<Decided> {
  const head = confirmation?.head ?? NO_VERSION;
  const verdict = judge(viewer, version, confirmation?.seen, head, item.onStale);
  if (!version || !confirmation) throw new ApiError('not_found');
  if (verdict === 'stale')
    throw await versionConflict(change.trx, viewer, confirmation.seen.record, head.current);
  const currentBy = head.current?.created_by ?? null;
  const same = head.current?.sha256 === item.sha256;
  if (verdict === 'replay') {
    checkReplay(version, item);
    return { item, version, verdict, number: version.number, first: false, currentBy, same };
  }
  const first = head.current === null;
  const number = head.nextNumber;
  const shown = { ...version, number, size: item.size, sha256: item.sha256 };
  confirmation.touched = true;
  confirmation.head = {
    current: verdict === 'current' ? shown : head.current,
    state: verdict === 'current' ? version.state : head.state,
    nextNumber: number + 1,
    publishedVersion: first && version.state === STATE.published ? version.id : head.publishedVersion,
  };
  return { item, version, verdict, number, first, currentBy, same };
}

/** Answers 409 with the current version, so that a client can show it, or keep its own version beside it. */
export async function versionConflict(
  executor: Executor,
  viewer: Actor,
  record: RecordRow,
  current: VersionRow | null,
): Promise<ApiError> {
  if (!current) return new ApiError('version_conflict');
  const shown = await presentConfirmed(executor, viewer, [current], new Map([[record.id, record]]));
  return new ApiError('version_conflict', { current: shown.get(current.id)?.version });
}

function readyRow({ item, version, verdict, number, first, same }: Decided): ReadyVersion[] {
  if (verdict === 'replay' || number === null) return [];
  return [
    {
      id: version.id,
      number,
      state: verdict === 'conflict' ? STATE.draft : version.state,
      size: item.size,
      sha256: item.sha256,
      conflict: verdict === 'conflict',
      settled: verdict === 'conflict' && same,
      was_published: first && isServed(version.state),
    },
  ];
}

async function writeRecords(
  change: Change,
  viewer: Actor,
  confirmations: ReadonlyMap<string, ConfirmationState>,
  ready: ReadonlyMap<string, VersionRow>,
  seqs: ReadonlyMap<string, number>,
): Promise<Map<string, RecordRow>> {
  const touched = [...confirmations.values()].filter((confirmation) => confirmation.touched);
  const moves = touched.map(({ seen, head }): RecordMove => {
    const current = head.current ? ready.get(head.current.id) : undefined;
    return {
      record: seen.record,
      current: current ?? null,
      publishedVersion: head.publishedVersion,
      nextNumber: head.nextNumber,
      seq: seqs.get(seen.record.group_id) ?? 0,
    };
  });
  const records = await moveRecords(change.trx, moves, change.at);
  for (const { record, current } of moves) {
    if (!current) continue;
    const face = confirmations.get(record.id)?.seen.face;
    if (face && record.ready) await followExtension(change, viewer, face, current, record.current_version);
    if (
      !record.ready &&
      [...ready.values()].some((row) => row.record_id === record.id && row.was_published)
    ) {
      await publishFace(change.trx, record.id);
    }
  }
  return records;
}

async function announce(
  change: Change,
  viewer: Actor,
  decided: readonly Decided[],
  ready: ReadonlyMap<string, VersionRow>,
  records: ReadonlyMap<string, RecordRow>,
): Promise<void> {
  const faces = await findWorkingFaces(change.trx, [...records.keys()]);
  const confirmed = decided.flatMap(({ version: before, verdict, first, currentBy }): ConfirmedVersion[] => {
    const version = ready.get(before.id);
    const record = records.get(before.record_id);
    const face = faces.get(before.record_id);
    if (!version || !record || !face || verdict === 'replay') return [];
    return [{ record, face, version, outcome: verdict, first, currentBy }];
  });
  for (const { version, outcome } of confirmed) {
    change.audit({
      action: 'version.confirm',
      targetType: 'record',
      targetId: version.record_id,
      after: { version: version.id, number: version.number, state: version.state, outcome },
    });
  }
  for (const record of records.values()) {
    change.announce({ kind: 'record.changed', record: record.id, group: record.group_id });
  }
  if (confirmed.length > 0) await change.tell(versionsConfirmed, { actor: viewer, confirmed });
}

const recordsOf = (
  confirmations: ReadonlyMap<string, ConfirmationState>,
  written: ReadonlyMap<string, RecordRow>,
): Map<string, RecordRow> =>
  new Map([...confirmations].map(([id, { seen }]) => [id, written.get(id) ?? seen.record]));
