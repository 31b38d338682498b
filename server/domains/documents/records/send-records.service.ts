import type { RecordSend } from '#shared/documents/records.schemas.ts';
import type { Confirmed } from '#shared/documents/versions.schemas.ts';
import { type Actor, ownAmong } from '../../../platform/actor.ts';
import type { Change, Executor } from '../../../platform/db/change.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError } from '../../../platform/errors.ts';
import { lockContents } from '../../../platform/storage/lock-contents.ts';
import { requireRoomNow } from '../../../platform/uploads/room.ts';
import { uploadRules } from '../../../platform/uploads/upload-limit.ts';
import type { Received } from '../../../platform/uploads/upload-store.ts';
import { UploadGone, type Uploads } from '../../../platform/uploads/uploads.ts';
import { lockLibraries } from '../../access/lock-libraries.ts';
import { withStoredBytes } from '../confirm/confirm.service.ts';
import { checkBytes, checkReplay } from '../confirm/confirm-rules.ts';
import type { ItemResult } from '../confirm/confirm-transaction.ts';
import { versionsConfirmed } from '../documents.hooks.ts';
import { publishFace } from '../faces/face-writer.queries.ts';
import type { RecordRow, VersionRow } from '../faces/faces.queries.ts';
import { findSeenMany } from '../versions/current-versions.queries.ts';
import { presentConfirmed } from '../versions/version.presenter.ts';
import { findByOperations } from '../versions/versions.queries.ts';
import { type Library, loadLibrary } from './library.queries.ts';
import { writeRecords } from './new-record.ts';
import { isServed, type RecordDraft, type WrittenRecord } from './new-records.queries.ts';
import { draftOfEntry } from './record-drafts.ts';

/** A new document whose bytes have all arrived. */
export interface SentRecord {
  readonly item: RecordSend;
  readonly received: Received;
}

interface Drafted {
  readonly at: number;
  readonly draft: RecordDraft;
}

export function createSendRecordsService(deps: Deps, uploads: Uploads) {
  const { db, changes, storage, config } = deps;

  /** Each item as a draft, or why it may not become a document. */
  async function draftAll(
    executor: Executor,
    actor: Actor,
    items: readonly RecordSend[],
  ): Promise<(RecordDraft | ApiError)[]> {
    const rules = await uploadRules(executor, config, actor.organization);
    const libraries = new Map<string, Promise<Library>>();
    const drafts: (RecordDraft | ApiError)[] = [];
    for (const item of items) {
      try {
        const loading = libraries.get(item.group) ?? loadLibrary(executor, actor, item.group);
        libraries.set(item.group, loading);
        const file = { ...item.file, size: item.size };
        drafts.push(draftOfEntry(actor, await loading, { ...item, file }, rules));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        drafts.push(error);
      }
    }
    return drafts;
  }

  async function write(
    change: Change,
    actor: Actor,
    drafted: readonly Drafted[],
    seqs: ReadonlyMap<string, number>,
    items: readonly RecordSend[],
  ) {
    const drafts = drafted.map(({ draft }) => draft);
    const written = await writeRecords(
      change,
      actor,
      drafts,
      seqs,
      (index) => items[drafted[index]?.at ?? -1]?.operation ?? null,
    );
    for (const { record, version } of written) {
      if (isServed(version.state)) await publishFace(change.trx, record.id);
      change.audit({
        action: 'version.confirm',
        targetType: 'record',
        targetId: record.id,
        after: { version: version.id, number: version.number, state: version.state, outcome: 'current' },
      });
      change.announce({ kind: 'record.changed', record: record.id, group: record.group_id });
    }
    if (written.length > 0)
      await change.tell(versionsConfirmed, { actor, confirmed: written.map(asConfirmed) });
    return written;
  }

  async function commit(change: Change, caller: Actor, sent: readonly SentRecord[]): Promise<ItemResult[]> {
    const items = sent.map(({ item }) => item);
    await lockContents(change, items, storage, caller.user);
    const groups = [...new Set(items.map((item) => item.group))];
    const { seqs, actor } = await lockLibraries(change, caller, ownAmong(caller, groups));
    const operations = items.map((item) => item.operation);
    const before = await findByOperations(change.trx, actor.user, operations);
    const results: ItemResult[] = [];
    const known = new Map(before.map((version) => [version.operation, version]));
    const fresh = items.flatMap((item, at) => (known.has(item.operation) ? [] : [{ item, at }]));
    const drafts = await draftAll(
      change.trx,
      actor,
      fresh.map(({ item }) => item),
    );
    const drafted = drafts.flatMap((draft, index): Drafted[] => {
      const { item, at } = fresh[index] as (typeof fresh)[number];
      if (!(draft instanceof ApiError))
        return [{ at, draft: { ...draft, arrived: { size: item.size, sha256: item.sha256 } } }];
      results[at] = { ok: false, error: draft };
      return [];
    });
    const written = drafted.length > 0 ? await write(change, actor, drafted, seqs, items) : [];
    const shown = await present(change.trx, actor, written);
    for (const [index, { at }] of drafted.entries())
      results[at] = resultOf(shown.get(written[index]?.version.id ?? ''));
    const again = await replayed(change.trx, actor, before);
    for (const [at, item] of items.entries()) {
      const version = known.get(item.operation);
      if (version) results[at] = replayOf(item, version, again.get(version.id));
    }
    return results;
  }

  return {
    /**
     * For each item the reason why this person may not make it; undefined where they may, or have made it already. Reads
     * no bytes.
     */
    async judge(actor: Actor, items: readonly RecordSend[]): Promise<(ApiError | undefined)[]> {
      const before = await findByOperations(
        db,
        actor.user,
        items.map((item) => item.operation),
      );
      const known = new Set(before.map((version) => version.operation));
      const size = items.reduce((sum, item) => sum + (known.has(item.operation) ? 0 : item.size), 0);
      await requireRoomNow(db, deps, actor, size);
      const drafts = await draftAll(db, actor, items);
      return drafts.map((draft, at) =>
        draft instanceof ApiError && !known.has(items[at]?.operation ?? '') ? draft : undefined,
      );
    },

    /** Takes in the bytes of one. @throws empty_file, bytes_missing, file_kind, unavailable */
    async receive(item: RecordSend, key: string, bytes: Buffer): Promise<SentRecord> {
      // The bytes arrived all at once, so the time of the last byte need not be updated later.
      uploads.begin(key, deps.now());
      await uploads.receive(key, bytes, { isNew: true });
      const received = await uploads.received(key);
      checkBytes(received, { version: key, size: item.size, sha256: item.sha256 });
      return { item, received };
    },

    /**
     * Makes new documents with all of their bytes. The rules are those of the three calls `docs/batch`, the upload and
     * `docs/confirm/batch`, in one transaction. An operation that has made its document already is answered with that
     * document. Returns a result for each, in order.
     * @throws disabled, unavailable for all of them
     */
    send: (actor: Actor, sent: readonly SentRecord[]): Promise<ItemResult[]> =>
      withStoredBytes(
        uploads,
        sent.map(({ received }) => received),
        () => changes.run(actor, (change) => commit(change, actor, sent)),
      ).catch((error: unknown) => {
        const { code, constraint } = error as { code?: string; constraint?: string };
        // The same operation arrived at the same moment, for another library.
        if (code === '23505' && constraint === 'versions_operation') throw new ApiError('conflict');
        throw error instanceof UploadGone ? new ApiError('bytes_missing') : error;
      }),

    /** Deletes what was received, once the call is over. */
    forget: (keys: readonly string[]): Promise<void> => uploads.forget(keys),
  };
}

export type SendRecordsService = ReturnType<typeof createSendRecordsService>;

const asConfirmed = ({ record, face, version }: WrittenRecord) =>
  ({ record, face, version, outcome: 'current', first: true, currentBy: null }) as const;

function present(
  executor: Executor,
  actor: Actor,
  written: readonly WrittenRecord[],
): Promise<Map<string, Confirmed>> {
  const records = new Map(written.map(({ record }) => [record.id, record]));
  return presentConfirmed(
    executor,
    actor,
    written.map(({ version }) => version),
    records,
  );
}

/** Documents that the same operations made before, as the actor sees them now. */
async function replayed(
  executor: Executor,
  actor: Actor,
  versions: readonly VersionRow[],
): Promise<Map<string, Confirmed>> {
  const ready = versions.filter((version) => version.status === 'ready');
  if (ready.length === 0) return new Map();
  const seen = await findSeenMany(
    executor,
    actor,
    ready.map((version) => version.record_id),
  );
  const records = new Map<string, RecordRow>([...seen].map(([id, { record }]) => [id, record]));
  return presentConfirmed(executor, actor, ready, records);
}

function replayOf(item: RecordSend, version: VersionRow, confirmed: Confirmed | undefined): ItemResult {
  try {
    // It was begun by the separate calls, and must be finished by them.
    if (version.status !== 'ready' || version.base !== null) throw new ApiError('conflict');
    checkReplay(version, { ...item, version: version.id });
    if (!confirmed) throw new ApiError('not_found');
    return { ok: true, confirmed };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ok: false, error };
  }
}

const resultOf = (confirmed: Confirmed | undefined): ItemResult =>
  confirmed ? { ok: true, confirmed } : { ok: false, error: new ApiError('internal') };
