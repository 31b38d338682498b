import { readdir, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Server } from '@tus/server';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import type { Leases } from '../leases/held-leases.ts';
import { mapSome } from '../storage/durable.ts';
import { type Storage, StorageError } from '../storage/storage.ts';
import { LastBytes } from './last-bytes.ts';
import { tusError } from './tus-errors.ts';
import { sendResponse, tusRequest } from './tus-request.ts';
import { UploadLocks } from './upload-locks.ts';
import { type Received, UploadStore } from './upload-store.ts';

/** Where uploads are spoken to, in full: the tus library makes locations of it. */
export const UPLOADS_PATH = '/api/docs/uploads';

/** A PATCH that stalls gives its lock up to the next request of the same upload after this long. */
const LOCK_DRAIN_MS = 1000;

/** Bytes on their way in: the tus protocol, and what confirm needs to know of what came. */
export interface Uploads {
  /** Answers a tus request of somebody whose right to this upload was checked. Never throws an ApiError. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** Says before a request what is written of its last byte, so that it is written again only when it is old. */
  begin(key: string, lastByteAt: Date): void;
  /**
   * All bytes of an upload at once: of this process itself, or out of a body that brings several. By the rules of tus;
   * what came before stays, and where that is as long, it is the same.
   * @param isNew its key was made just now, and nobody else knows it
   * @throws file_kind, unavailable; conflict where it was begun otherwise, and is to go on that way
   */
  receive(key: string, bytes: Buffer, options?: { readonly isNew?: boolean }): Promise<void>;
  /** All bytes of an upload, counted and hashed by this server; null where they have not all come. */
  received(key: string): Promise<Received | null>;
  /**
   * Makes them durable in the storage. The uploads themselves stay until `forget`: where the transaction that follows
   * does not come to pass, the same version can be confirmed again.
   * @throws UploadGone, StorageError
   */
  keep(files: readonly Received[]): Promise<void>;
  forget(keys: readonly string[]): Promise<void>;
  lastByteAt(key: string): Promise<Date | null>;
  /** Keys of uploads that nothing has touched since then. */
  untouchedSince(moment: Date): Promise<string[]>;
}

/** @param leases between processes; null where there is only this one */
export function createUploads(
  deps: Pick<Deps, 'config' | 'db' | 'storage' | 'log'>,
  leases: Leases | null,
): Uploads {
  const { config, db, storage, log } = deps;
  const lastBytes = new LastBytes((key, at) => {
    db.updateTable('versions')
      .set({ last_byte_at: at })
      .where('key', '=', key)
      .where('status', '=', 'pending')
      .execute()
      .catch((error: unknown) => log.warn({ err: error }, 'the time of a last byte was not written'));
  });
  /** The room that was kept for it is anybody's again. */
  const gaveUp = async (key: string): Promise<void> => {
    await db
      .updateTable('versions')
      .set({ announced: null })
      .where('key', '=', key)
      .where('status', '=', 'pending')
      .execute()
      .catch((error: unknown) => log.warn({ err: error }, 'the room of an upload was not given back'));
  };
  const store = new UploadStore(storage.incoming, (key) => lastBytes.arrived(key), gaveUp);
  const locks = new UploadLocks(leases, (err) => log.warn({ err }, 'the lock of an upload was not extended'));
  const tus = new Server({
    path: UPLOADS_PATH,
    datastore: store,
    locker: locks,
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: config.uploadLimit,
    lockDrainTimeout: LOCK_DRAIN_MS,
    namingFunction: (_req, metadata) => metadata?.key ?? '',
    onResponseError: (req, error) => {
      const known = tusError(error);
      const status = (error as { status_code?: number }).status_code;
      if ((!known && (status === undefined || status >= 500)) || (known && known.status >= 500)) {
        log.error({ err: error, method: req.method }, 'upload failed');
      }
      const answer = known ?? new ApiError(status !== undefined && status < 500 ? 'invalid' : 'internal');
      return { status_code: known ? answer.status : (status ?? 500), body: JSON.stringify(answer.body()) };
    },
  });

  return {
    async handle(req, res) {
      const path = (req as { originalUrl?: string }).originalUrl ?? req.url ?? '';
      await sendResponse(res, await tus.handleWeb(tusRequest(req, res, path)));
    },
    begin: (key, lastByteAt) => lastBytes.begin(key, lastByteAt),
    async receive(key, bytes, { isNew = false } = {}) {
      const take = () => store.take(key, bytes, isNew);
      // Nobody else knows a key that was made just now.
      await (isNew ? take() : locks.hold([key], take)).catch((error: unknown) => {
        throw tusError(error) ?? error;
      });
    },
    received: (key) => store.received(key),
    async keep(files) {
      const known = files.filter(({ alone }) => !alone).map(({ key }) => key);
      await locks.hold(known, () => keep(store, storage, files));
    },
    async forget(keys) {
      await mapSome(keys, async (key) => {
        lastBytes.forget(key);
        await store.remove(key).catch((error: unknown) => log.warn({ err: error }, 'an upload was left'));
      });
    },
    lastByteAt: (key) => store.lastByteAt(key),
    untouchedSince: (moment) => untouchedSince(storage.incoming, moment),
  };
}

/** The upload is not there any more: another call has confirmed it meanwhile, or given it up. */
export class UploadGone extends Error {}

/** What was judged is what is kept: an upload can be given up, and begun anew, in between. */
async function keep(store: UploadStore, storage: Storage, files: readonly Received[]): Promise<void> {
  const now = await mapSome(files, ({ key }) => store.received(key));
  if (files.some(({ sha256, path }, at) => now[at]?.sha256 !== sha256 || now[at]?.path !== path))
    throw new UploadGone('other bytes came meanwhile');
  try {
    await storage.putMany(files);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const isOther = error.code === 'hash_mismatch' || error.code === 'size_mismatch';
    // Another process wrote what was not hashed here: looked at again, it is judged by what it is.
    if (isOther) for (const { key } of files) store.forgetHash(key);
    throw isOther || error.code === 'source_missing' ? new UploadGone(error.message) : error;
  }
}

async function untouchedSince(folder: string, moment: Date): Promise<string[]> {
  const names = await readdir(folder);
  const times = await mapSome(names, (name) =>
    stat(join(folder, name)).then(
      (found) => found.mtimeMs,
      () => Date.now(),
    ),
  );
  const newest = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const [key = name] = name.split('.');
    newest.set(key, Math.max(newest.get(key) ?? 0, times[index] ?? 0));
  }
  return [...newest].filter(([, at]) => at < moment.getTime()).map(([key]) => key);
}
