import { addAbortSignal, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { VersionText } from '#shared/documents/versions.schemas.ts';
import { BUNDLE_MAX } from '#shared/platform/limits.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError } from '../../../platform/errors.ts';
import { collect } from '../../../platform/jobs/collect.ts';
import { RESTORE } from '../../../platform/machine-faults.ts';
import { BLOCK_BYTES } from '../../../platform/storage/blocks.ts';
import { isNotedDamaged } from '../../../platform/storage/content-blocks.queries.ts';
import { StorageError } from '../../../platform/storage/storage.ts';
import { isLeftOut, isLost } from '../../../platform/storage/storage-errors.ts';
import {
  findAllReadable,
  findKnownContents,
  findReadable,
  type ReadableVersion,
} from '../faces/version-access.ts';
import { findPieces, findText, type Piece } from './content-texts.queries.ts';

export function createContentService({ db, storage, log }: Deps) {
  function tell(sha256: string, error: StorageError): void {
    if (isLost(error)) {
      const about = { sha256, problem: error.code, todo: RESTORE };
      log.error(about, 'the bytes of a version are damaged or missing');
    } else log.error({ err: error, sha256 }, 'bytes of a ready version cannot be read');
  }

  async function fromStorage<T>(sha256: string, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      tell(sha256, error);
      if (isLost(error)) throw new ApiError('content_damaged');
      throw new ApiError('unavailable', undefined, { retryAfter: 30 });
    }
  }

  return {
    /** A version whose bytes this person may read now. @throws not_found, version_errored */
    find: (actor: Actor, version: string): Promise<ReadableVersion> => findReadable(db, actor, version),
    /**
     * Finds small versions for a bundle: those that this person may read and that have the bytes which they expect. In
     * the order of the request, as many as fit into one bundle.
     */
    async findSmall(
      actor: Actor,
      wanted: readonly { readonly id: string; readonly sha256: string }[],
    ): Promise<ReadableVersion[]> {
      const hashes = new Map(wanted.map(({ id, sha256 }) => [id, sha256]));
      const found = await findAllReadable(db, actor, [...hashes.keys()]);
      const fitting = new Map(
        found
          .filter(({ id, sha256, size }) => sha256 === hashes.get(id) && size <= BUNDLE_MAX.fileBytes)
          .map((version) => [version.id, version]),
      );
      let room = BUNDLE_MAX.bytes;
      return [...hashes.keys()].flatMap((id) => {
        const version = fitting.get(id);
        if (!version || version.size > room) return [];
        room -= version.size;
        return [version];
      });
    },
    /** All bytes of a small version. @throws StorageError: for an answer whose head has left */
    read: ({ sha256 }: ReadableVersion): Promise<Buffer> => storage.read(sha256),
    /** All bytes of any version, in memory. @throws content_damaged, unavailable */
    readAll: ({ sha256 }: ReadableVersion): Promise<Buffer> =>
      fromStorage(sha256, async () => collect(await storage.open(sha256))),
    /** The same of a small one; null where these bytes cannot be given while others can. @throws unavailable */
    async readOrNull({ sha256 }: ReadableVersion): Promise<Buffer | null> {
      return fromStorage(sha256, () =>
        storage.read(sha256).catch((error: unknown) => {
          if (!isLeftOut(error)) throw error;
          tell(sha256, error);
          return null;
        }),
      );
    },
    /** Which of these contents are versions of documents that this person sees. */
    known: (actor: Actor, hashes: readonly string[]) => findKnownContents(db, actor, hashes),
    /** Its text, as search extracted it. @throws not_found, version_errored */
    async text(actor: Actor, id: string): Promise<VersionText> {
      const version = await findReadable(db, actor, id);
      const found = await findText(db, version.id);
      const ready = found?.status === 'ready';
      return {
        version: version.id,
        number: version.number,
        status: found?.status ?? 'waiting',
        reason: found?.reason ?? null,
        truncated: found?.truncated ?? false,
        text: ready ? joined(await findPieces(db, version.sha256)) : '',
      };
    },
    /**
     * Streams its bytes; both ends of the range are inclusive. Of a content that was found damaged, all that is asked for
     * is read to its end before: it may have been restored, and otherwise the stream would break at the damage each time.
     * @param gone aborted when nobody waits for them any more
     * @throws content_damaged, unavailable where the storage does not answer
     */
    open: (
      { sha256, size }: Pick<ReadableVersion, 'sha256' | 'size'>,
      range: { start: number; end: number },
      gone: AbortSignal,
    ): Promise<Readable> =>
      fromStorage(sha256, async () => {
        // The storage checks a single block as it opens it.
        if (size > BLOCK_BYTES && (await isNotedDamaged(db, sha256)))
          await readToEnd(await storage.open(sha256, range), gone);
        return storage.open(sha256, range);
      }),
  };
}

/** Reads all, and keeps nothing. @throws what the stream ends with, or that `gone` was aborted */
export const readToEnd = (bytes: Readable, gone: AbortSignal): Promise<void> =>
  finished(addAbortSignal(gone, bytes).resume(), { writable: false });

/**
 * Long texts were cut before a blank: a piece that begins with one continues the piece before. Any other begins a page
 * or a part.
 */
const joined = (pieces: readonly Piece[]): string =>
  pieces.map(({ text }, at) => (at === 0 || /^\s/.test(text) ? text : `\n${text}`)).join('');
