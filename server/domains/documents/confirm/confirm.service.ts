import type { z } from 'zod';
import type { confirmBatchResult } from '#shared/documents/records.schemas.ts';
import type { Confirm, Confirmed } from '#shared/documents/versions.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError } from '../../../platform/errors.ts';
import { mapLimited } from '../../../platform/storage/durable.ts';
import { BytesCollected } from '../../../platform/storage/lock-contents.ts';
import { StorageError } from '../../../platform/storage/storage.ts';
import type { Received } from '../../../platform/uploads/upload-store.ts';
import { UploadGone, type Uploads } from '../../../platform/uploads/uploads.ts';
import type { SeenRecord, VersionRow } from '../faces/faces.queries.ts';
import { findSeenMany } from '../versions/current-versions.queries.ts';
import { presentConfirmed } from '../versions/version.presenter.ts';
import { findVersions } from '../versions/versions.queries.ts';
import { checkBytes, checkReplay, judge } from './confirm-rules.ts';
import { confirmAll, type ItemResult, versionConflict, versionHeadOf } from './confirm-transaction.ts';

type BatchConfirmed = z.input<typeof confirmBatchResult>;

/** A version that may be confirmed, with its bytes at hand. */
interface Arrival {
  readonly item: Confirm;
  readonly version: VersionRow;
  readonly received: Received;
}

interface Looked {
  readonly versions: ReadonlyMap<string, VersionRow>;
  readonly seen: ReadonlyMap<string, SeenRecord>;
  readonly currents: ReadonlyMap<string, VersionRow>;
}

const failed = (error: unknown): { ok: false; error: ApiError } => {
  if (error instanceof ApiError) return { ok: false, error };
  if (!(error instanceof StorageError)) throw error;
  const isFull = error.code === 'storage_full';
  const said = isFull
    ? new ApiError('storage_full')
    : new ApiError('unavailable', undefined, { retryAfter: 30 });
  return { ok: false, error: said };
};

/**
 * Makes the bytes durable and then runs the transaction that needs them. Repeats both where the bytes were
 * garbage-collected before their hash was locked.
 * @throws UploadGone, unavailable
 */
export async function withStoredBytes<T>(
  uploads: Pick<Uploads, 'keep'>,
  received: readonly Received[],
  run: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await uploads.keep(received);
      return await run();
    } catch (error) {
      if (error instanceof StorageError) throw failed(error).error;
      if (!(error instanceof BytesCollected) || attempt >= 3) throw error;
    }
  }
}

export function createConfirmService(deps: Deps, uploads: Uploads) {
  const { db, changes, storage, log } = deps;

  async function look(actor: Actor, items: readonly Confirm[]): Promise<Looked> {
    const rows = await findVersions(
      db,
      items.map((item) => item.version),
    );
    const seen = await findSeenMany(
      db,
      actor,
      rows.map((row) => row.record_id),
    );
    const ids = [...seen.values()].flatMap(({ record }) => record.current_version ?? []);
    const currents = new Map((await findVersions(db, ids)).map((row) => [row.id, row]));
    return { versions: new Map(rows.map((row) => [row.id, row])), seen, currents };
  }

  /** Answers a repeated call for a version that is ready already as the first one was answered. */
  async function replay(
    actor: Actor,
    item: Confirm,
    version: VersionRow,
    seen: SeenRecord,
  ): Promise<ItemResult> {
    checkReplay(version, item);
    const shown = await presentConfirmed(db, actor, [version], new Map([[seen.record.id, seen.record]]));
    const confirmed = shown.get(version.id);
    if (!confirmed) throw new ApiError('internal');
    return { ok: true, confirmed };
  }

  /** Judges one item before its bytes are made durable. @throws ApiError */
  async function prepare(actor: Actor, item: Confirm, looked: Looked): Promise<Arrival | ItemResult> {
    const version = looked.versions.get(item.version);
    const seen = version && looked.seen.get(version.record_id);
    const head = seen && versionHeadOf(seen, looked.currents);
    const verdict = judge(
      actor,
      version,
      seen,
      head ?? { current: null, state: 0, nextNumber: 1, publishedVersion: null },
      item.onStale,
    );
    if (!version || !seen || !head) throw new ApiError('not_found');
    if (verdict === 'replay') return replay(actor, item, version, seen);
    const received = await uploads.received(version.key);
    try {
      checkBytes(received, item);
    } catch (error) {
      // Another call may have confirmed it meanwhile. Then its upload is gone, and the item is not refused.
      const now = received ? null : (await findVersions(db, [version.id]))[0];
      if (now?.status === 'ready') return replay(actor, item, now, seen);
      throw error;
    }
    if (verdict === 'stale') throw await versionConflict(db, actor, seen.record, head.current);
    return { item, version, received };
  }

  async function prepareAll(actor: Actor, items: readonly Confirm[], results: Map<string, ItemResult>) {
    const looked = await look(actor, items);
    const arrivals: Arrival[] = [];
    await mapLimited(items, async (item) => {
      try {
        const prepared = await prepare(actor, item, looked);
        if ('ok' in prepared) results.set(item.version, prepared);
        else arrivals.push(prepared);
      } catch (error) {
        results.set(item.version, failed(error));
      }
    });
    // Numbers are given in the order of the call.
    const order = new Map(items.map((item, index) => [item.version, index]));
    return arrivals.sort((a, b) => (order.get(a.version.id) ?? 0) - (order.get(b.version.id) ?? 0));
  }

  /**
   * Makes the bytes durable, then runs the transaction that makes the versions ready. `finish` makes the call's answer
   * of the results inside the transaction, so that an idempotency key is committed with the answer. Whatever `finish`
   * throws rolls everything back.
   */
  function commit<T>(
    actor: Actor,
    arrivals: readonly Arrival[],
    finish: (results: ReadonlyMap<string, ItemResult>) => T,
  ): Promise<T> {
    const items = arrivals.map((arrival) => arrival.item);
    const received = arrivals.map((arrival) => arrival.received);
    return withStoredBytes(uploads, received, () =>
      changes.run(actor, async (change) => finish(await confirmAll(change, actor, items, storage))),
    );
  }

  async function confirmOne(actor: Actor, item: Confirm): Promise<Confirmed> {
    for (let attempt = 1; ; attempt += 1) {
      const prepared = await prepare(actor, item, await look(actor, [item]));
      if ('ok' in prepared) return unwrap(prepared);
      try {
        const confirmed = await commit(actor, [prepared], (results) => unwrap(results.get(item.version)));
        await uploads.forget([prepared.version.key]);
        return confirmed;
      } catch (error) {
        // Another call was faster: read the versions again, and find its answer.
        if (!(error instanceof UploadGone) || attempt >= 3) throw error;
      }
    }
  }

  /** Confirms each by itself, so that one which the disk or the database refuses does not stop the others. */
  async function commitEach(actor: Actor, arrivals: readonly Arrival[], results: Map<string, ItemResult>) {
    for (const { item } of arrivals) {
      const id = item.version;
      try {
        results.set(id, { ok: true, confirmed: await confirmOne(actor, item) });
      } catch (error) {
        if (!(error instanceof ApiError)) log.error({ err: error, version: id }, 'confirmation failed');
        results.set(id, { ok: false, error: error instanceof ApiError ? error : new ApiError('internal') });
      }
    }
  }

  async function forget(arrivals: readonly Arrival[], results: ReadonlyMap<string, ItemResult>) {
    const done = arrivals.filter((arrival) => results.get(arrival.version.id)?.ok);
    await uploads.forget(done.map((arrival) => arrival.version.key));
  }

  return {
    /** Makes a version ready whose bytes have arrived (`POST docs/confirm`, docs/protocols/rest.md). Idempotent. */
    confirm: confirmOne,

    /** Confirms many in one transaction. Returns a result for each, in the order of the call. */
    async confirmBatch(actor: Actor, items: readonly Confirm[]): Promise<BatchConfirmed> {
      const results = new Map<string, ItemResult>();
      const distinct = [...new Map(items.map((item) => [item.version, item])).values()];
      const arrivals = await prepareAll(actor, distinct, results);
      if (arrivals.length === 0) return answerOf(items, results);
      const answer = await commit(actor, arrivals, (committed) => {
        for (const [id, result] of committed) results.set(id, result);
        return answerOf(items, results);
      }).catch(async (error: unknown) => {
        log.warn({ err: error, items: arrivals.length }, 'a batch of confirmations is done one by one');
        await commitEach(actor, arrivals, results);
        return answerOf(items, results);
      });
      await forget(arrivals, results);
      return answer;
    },
  };
}

function answerOf(items: readonly Confirm[], results: ReadonlyMap<string, ItemResult>): BatchConfirmed {
  return {
    results: items.map(({ version }) => {
      const result = results.get(version) ?? failed(new ApiError('internal'));
      return result.ok ? result : { ok: false, version, error: result.error.body().error };
    }),
  };
}

export function unwrap(result: ItemResult | undefined): Confirmed {
  if (!result) throw new ApiError('internal');
  if (!result.ok) throw result.error;
  return result.confirmed;
}
