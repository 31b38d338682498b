import { readdir, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { ERRORS, Server } from '@tus/server';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import type { Leases } from '../leases/held-leases.ts';
import { mapLimited } from '../storage/durable.ts';
import { type Storage, StorageError } from '../storage/storage.ts';
import { LastBytes } from './last-bytes.ts';
import { tusError } from './tus-errors.ts';
import { sendResponse, tusRequest } from './tus-request.ts';
import { UploadLocks } from './upload-locks.ts';
import { type Received, UploadStore } from './upload-store.ts';

/** The full path of uploads: the tus library makes locations from it. */
export const UPLOADS_PATH = '/api/docs/uploads';

/** After this long a stalled PATCH gives its lock to the next request for the same upload. */
const LOCK_DRAIN_MS = 1000;

/** Incoming bytes: the tus protocol, and what confirm needs to know of an upload. */
export interface Uploads {
  /**
   * Answers a tus request. Does not check permissions: callers must have done so. Never throws an ApiError.
   * @param base where these uploads are mounted; the default is `UPLOADS_PATH`
   */
  handle(req: IncomingMessage, res: ServerResponse, base?: string): Promise<void>;
  /** Gives the stored time of an upload's last byte before a request, so that it is written again only when it is old. */
  begin(key: string, lastByteAt: Date): void;
  /**
   * Stores all bytes of an upload at once: of this process itself, or from a body with several. By the rules of tus,
   * what came before stays; where that is complete, it is taken as the same.
   * @param isNew its key was just made, and nobody else knows it
   * @throws file_kind, unavailable; conflict where it was begun as an ordinary upload, and must go on so
   */
  receive(key: string, bytes: Buffer, options?: { readonly isNew?: boolean }): Promise<void>;
  /** The complete upload, counted and hashed by this server; null where it is incomplete. */
  received(key: string): Promise<Received | null>;
  /**
   * Stores their bytes durably. The uploads stay until `forget`: where the transaction afterwards fails, the same
   * version can be confirmed again.
   * @throws UploadGone, StorageError
   */
  keep(files: readonly Received[]): Promise<void>;
  forget(keys: readonly string[]): Promise<void>;
  lastByteAt(key: string): Promise<Date | null>;
  /** Keys of uploads that nothing has touched since then. */
  untouchedSince(moment: Date): Promise<string[]>;
}

const REASON_MAX = 200;
/** What the tus library says of a fault in words: it throws plain objects, in which a log finds nothing. */
const reasonOf = (error: object): string =>
  'body' in error ? String(error.body).trim().slice(0, REASON_MAX) : 'not told';

/** @param leases between processes; null where there is only this one */
export function createUploads(
  deps: Pick<Deps, 'config' | 'db' | 'storage' | 'log' | 'now'>,
  leases: Leases | null,
): Uploads {
  const { config, db, storage, log } = deps;
  const lastBytes = new LastBytes(deps.now, (key, at) => {
    db.updateTable('versions')
      .set({ last_byte_at: at })
      .where('key', '=', key)
      .where('status', '=', 'pending')
      .execute()
      .catch((error: unknown) => log.warn({ err: error }, 'the time of a last byte was not written'));
  });
  /** Frees the room that was reserved for it. */
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
      // Another request or process has the upload: its client comes again, and nothing is wrong here.
      if (error === ERRORS.ERR_LOCK_TIMEOUT)
        log.info({ reason: reasonOf(error), method: req.method }, 'upload is held by another call');
      else if ((!known && (status === undefined || status >= 500)) || (known && known.status >= 500)) {
        const said = error instanceof Error ? { err: error } : { reason: reasonOf(error) };
        log.error({ ...said, method: req.method }, 'upload failed');
      }
      const answer = known ?? new ApiError(status !== undefined && status < 500 ? 'invalid' : 'internal');
      return { status_code: known ? answer.status : (status ?? 500), body: JSON.stringify(answer.body()) };
    },
  });

  return {
    async handle(req, res, base = UPLOADS_PATH) {
      const path = (req as { originalUrl?: string }).originalUrl ?? req.url ?? '';
      // The library knows one path.
      const response = await tus.handleWeb(tusRequest(req, path.replace(base, UPLOADS_PATH)));
      const location = response.headers.get('location');
      if (location) response.headers.set('location', location.replace(UPLOADS_PATH, base));
      await sendResponse(res, response);
    },
    begin: (key, lastByteAt) => lastBytes.begin(key, lastByteAt),
    async receive(key, bytes, { isNew = false } = {}) {
      const take = () => store.take(key, bytes, isNew);
      // Nobody else knows a key that was just made, so it needs no lock.
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
      await mapLimited(keys, async (key) => {
        lastBytes.forget(key);
        await store.discard(key);
      });
    },
    lastByteAt: (key) => store.lastByteAt(key),
    untouchedSince: (moment) => untouchedSince(storage.incoming, moment),
  };
}

/** The upload is gone: another call has confirmed it meanwhile, or given it up. */
export class UploadGone extends Error {}

/** Makes sure that what was judged is what is stored: in between an upload can be given up and begun again. */
async function keep(store: UploadStore, storage: Storage, files: readonly Received[]): Promise<void> {
  const now = await mapLimited(files, ({ key }) => store.received(key));
  // Of one that came again in another file, the storage says that the judged one is missing.
  if (files.some(({ sha256 }, at) => now[at]?.sha256 !== sha256))
    throw new UploadGone('other bytes came meanwhile');
  try {
    await storage.putMany(files);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const isOther = error.code === 'hash_mismatch' || error.code === 'size_mismatch';
    // Another process wrote bytes that were not hashed here. The upload is read again, and judged by what it holds.
    if (isOther) for (const { key } of files) store.forgetHash(key);
    throw isOther || error.code === 'source_missing' ? new UploadGone(error.message) : error;
  }
}

async function untouchedSince(folder: string, moment: Date): Promise<string[]> {
  const names = await readdir(folder);
  const times = await mapLimited(names, (name) =>
    stat(join(folder, name)).then(
      (found) => found.mtimeMs,
      // It was taken away meanwhile.
      () => Number.POSITIVE_INFINITY,
    ),
  );
  const newest = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const [key = name] = name.split('.');
    newest.set(key, Math.max(newest.get(key) ?? 0, times[index] ?? 0));
  }
  return [...newest].filter(([, at]) => at < moment.getTime()).map(([key]) => key);
}
