import type { z } from 'zod';
import { STATE } from '#shared/access/states.ts';
import type { RecordSend } from '#shared/documents/records.schemas.ts';
import type {
  Delivery,
  DeliveryBegin,
  deliveryBegun,
  deliveryConfirm,
  deliveryConfirmed,
} from '#shared/file-requests/deliveries.schemas.ts';
import { type Actor, todayOf } from '../../platform/actor.ts';
import type { Change, Changes, Executor } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { requireRoomNow } from '../../platform/uploads/room.ts';
import { uploadRules } from '../../platform/uploads/upload-limit.ts';
import type { Uploads } from '../../platform/uploads/uploads.ts';
import { checkBytes } from '../documents/confirm/confirm-rules.ts';
import type { ItemResult } from '../documents/confirm/confirm-transaction.ts';
import { loadLibrary } from '../documents/records/library.queries.ts';
import { draftOfEntry } from '../documents/records/record-drafts.ts';
import { createSendRecordsService } from '../documents/records/send-records.service.ts';
import type { Pool } from '../identity/identity.ts';
import { leftOf } from './file-requests.policy.ts';
import { findLink, type LinkRow, lockLink } from './file-requests.queries.ts';
import { createLinkAccess, placesSince, requireTaking } from './link-access.ts';
import { receive } from './receive-file.ts';
import { refusalForStranger } from './refusals.ts';
import {
  findFile,
  findFileByOperation,
  insertFile,
  markGivenUp,
  type RequestFileRow,
  touchFile,
} from './request-files.queries.ts';
import { t } from './texts.ts';

/**
 * What somebody without an account does by a link (docs/domain/file-requests.md). Nothing lies in the folder before all
 * bytes of a file have come: then it becomes a draft of whoever made the link, in the same transaction and by the same
 * checks as the new documents of a desktop (`docs/send`).
 */
export function createDeliveriesService(deps: Deps, uploads: Uploads, pool: Pick<Pool, 'attempts'>) {
  const { db, changes, config, now } = deps;
  const access = createLinkAccess(deps, pool);

  const sinceAt = (at: Date): Date => placesSince(deps, at);

  /** What a document of this file begins with: as the folder and its library have it. */
  function entryOf(actor: Actor, link: LinkRow, file: RequestFileRow): Omit<RecordSend, 'sha256'> {
    const [year, month, day] = todayOf(actor, now()).split('-').map(Number) as [number, number, number];
    return {
      ...{ year, month, day, group: link.group_id, parent: link.folder_id },
      ...{ name: file.name, notes: file.comment, state: STATE.draft, origin: 'web' },
      file: { name: file.name, type: file.type, size: file.size },
      ...{ operation: file.id, size: file.size },
    };
  }

  /** Refuses a file before its bytes travel. @throws file_kind, empty_file, too_large, storage_full, link_closed */
  async function checkBeginning(executor: Executor, actor: Actor, link: LinkRow, file: RequestFileRow) {
    try {
      const library = await loadLibrary(executor, actor, link.group_id);
      const rules = await uploadRules(executor, config, actor.organization);
      draftOfEntry(actor, library, entryOf(actor, link, file), rules);
      await requireRoomNow(executor, deps, actor, file.size);
    } catch (error) {
      throw refusalForStranger(error);
    }
  }

  async function begin(change: Change, actor: Actor, link: LinkRow, body: DeliveryBegin) {
    const { operation, name, type, size, sender, comment } = body;
    const { trx, at } = change;
    const locked = await lockLink(trx, link.id, sinceAt(at));
    requireTaking(locked, at);
    const known = await findFileByOperation(trx, link.id, operation);
    if (known) {
      if (known.name !== name || known.size !== size)
        throw new ApiError('conflict', undefined, { message: t('link.other') });
      if (known.given_up_at) throw new ApiError('version_errored');
      await touchFile(trx, known.id, at);
      return { file: known.id, received: known.received_at !== null };
    }
    const row = {
      ...{ id: newId(), request_id: link.id, operation, name, type, size, sender, comment },
      ...{ begun_at: at, touched_at: at },
    };
    const empty = { given_up_at: null, received_at: null, sha256: null, version_id: null };
    await checkBeginning(trx, actor, link, { ...row, ...empty });
    const left = leftOf(locked);
    if (left.filesLeft < 1 || left.bytesLeft < size) throw new ApiError('link_full', left);
    await insertFile(trx, row);
    return { file: row.id, received: false };
  }

  const leftNow = async (link: LinkRow): Promise<{ filesLeft: number; bytesLeft: number }> => {
    const found = await findLink(db, link.organization, link.id, sinceAt(now()));
    return found ? leftOf(found) : { filesLeft: 0, bytesLeft: 0 };
  };

  const requireSame = (file: RequestFileRow, { size, sha256 }: { size: number; sha256: string }): void => {
    if (file.sha256 !== sha256 || file.size !== size) throw new ApiError('conflict');
  };

  /** The changes of one confirmation: what becomes of the link is committed with the document. */
  const receiving = (link: LinkRow, file: RequestFileRow, sha256: string): Changes => ({
    run: (author, work) =>
      // Nobody of the organization did it: the trail says so, and `file_request.receive` who did.
      changes.run({ ...author, user: null }, async (change) => {
        const results = await work(change);
        // By `send`, which is all that runs here: a result for the one item.
        const [result] = results as unknown as readonly ItemResult[];
        if (result?.ok)
          await receive(change, link, file, {
            ...{ record: result.confirmed.version.record, version: result.confirmed.version._id },
            ...{ sha256, since: sinceAt(change.at) },
          });
        return results;
      }),
  });

  async function makeDraft(actor: Actor, link: LinkRow, file: RequestFileRow, sha256: string): Promise<void> {
    const received = await uploads.received(file.id);
    checkBytes(received, { version: file.id, size: file.size, sha256 });
    const sending = createSendRecordsService({ ...deps, changes: receiving(link, file, sha256) }, uploads);
    const item = { ...entryOf(actor, link, file), sha256 };
    const [refused] = await sending.judge(actor, [item]);
    if (refused) throw refusalForStranger(refused);
    const [result] = await sending.send(actor, [{ item, received }]);
    if (!result?.ok) throw result ? refusalForStranger(result.error) : new ApiError('internal');
    await uploads.forget([file.id]);
  }

  return {
    /** What a link asks for. @throws bad_code, link_expired, link_closed, rate_limited, unavailable */
    async open(secret: string, ip: string): Promise<Delivery> {
      const link = await access.enter(secret, ip);
      const { limit, kinds } = await uploadRules(db, config, link.organization);
      return {
        ...{ kind: link.kind, organization: link.organization_name, title: link.title },
        by: { firstname: link.firstname, lastname: link.lastname },
        expiresAt: link.expires_at.toISOString(),
        ...leftOf(link),
        ...{ maxFileBytes: limit, fileKinds: [...kinds] },
      };
    },

    /**
     * Keeps a place for a file, and names its upload. A repeated call is answered as the first one was.
     * @throws those of `open`; link_full, file_kind, empty_file, too_large, storage_full; conflict for another file with
     * the same operation; version_errored where that was given up
     */
    async begin(body: DeliveryBegin, ip: string): Promise<z.input<typeof deliveryBegun>> {
      const link = await access.enter(body.secret, ip);
      const actor = await access.makerOf(link, ip);
      const begun = await changes.run(actor, (change) => begin(change, actor, link, body));
      return { ...begun, ...(await leftNow(link)) };
    },

    /**
     * Finds the file whose bytes come by a link.
     * @param how `length` of the whole upload, where it is only beginning
     * @returns `kept`: the size of a file that was received already; null while bytes may come
     * @throws those of `open`; not_found, version_errored, invalid, storage_full
     */
    async own(
      { secret, key, ip }: { readonly secret: string; readonly key: string; readonly ip: string },
      { length }: { readonly length?: number } = {},
    ): Promise<{ readonly lastByteAt: Date; readonly kept: number | null }> {
      const link = await access.enter(secret, ip);
      const file = await findFile(db, link.id, key);
      if (!file) throw notFound();
      if (file.given_up_at) throw new ApiError('version_errored');
      if (file.received_at) return { lastByteAt: file.touched_at, kept: file.size };
      if (length !== undefined && length !== file.size)
        throw new ApiError('invalid', { 'Upload-Length': t('link.size') });
      const at = now();
      if (at.getTime() - file.touched_at.getTime() > TOUCH_MS) await touchFile(db, file.id, at);
      return { lastByteAt: file.touched_at, kept: null };
    },

    /**
     * Makes a draft of a file whose bytes have come. Idempotent.
     * @throws those of `begin`; bytes_missing, not_found
     */
    async confirm(
      { secret, size, sha256 }: z.output<typeof deliveryConfirm>,
      id: string,
      ip: string,
    ): Promise<z.input<typeof deliveryConfirmed>> {
      const link = await access.enter(secret, ip);
      const file = await findFile(db, link.id, id);
      if (!file) throw notFound();
      if (file.given_up_at) throw new ApiError('version_errored');
      if (file.received_at) requireSame(file, { size, sha256 });
      else {
        if (file.size !== size) throw new ApiError('bytes_missing', { size: file.size });
        const actor = await access.makerOf(link, ip);
        await makeDraft(actor, link, file, sha256).catch(async (error: unknown) => {
          // Another call with the same file was faster.
          const after = await findFile(db, link.id, id);
          if (!after?.received_at) throw error;
          requireSame(after, { size, sha256 });
        });
      }
      return { name: file.name, ...(await leftNow(link)) };
    },

    /** Gives up a file that has not come, also by a link that is over. Idempotent. @throws conflict, not_found, bad_code */
    async giveUp(secret: string, id: string, ip: string): Promise<void> {
      const link = await access.find(secret, ip);
      const file = await findFile(db, link.id, id);
      if (!file) throw notFound();
      if (file.given_up_at) return;
      const gone = await changes.run({ organization: link.organization, user: null, ip }, async (change) => {
        await lockLink(change.trx, link.id, sinceAt(change.at));
        return markGivenUp(change.trx, id, change.at);
      });
      // It was received before, or meanwhile.
      if (!gone) throw new ApiError('conflict');
      await uploads.forget([id]);
    },
  };
}
export type DeliveriesService = ReturnType<typeof createDeliveriesService>;

/** How often it is written that somebody is still sending. */
const TOUCH_MS = 60_000;
