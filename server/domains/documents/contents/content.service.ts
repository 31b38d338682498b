import type { Readable } from 'node:stream';
import type { VersionText } from '#shared/documents/versions.schemas.ts';
import { BUNDLE_MAX } from '#shared/platform/limits.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError } from '../../../platform/errors.ts';
import { StorageError } from '../../../platform/storage/storage.ts';
import { findAllReadable, findReadable, type ReadableVersion } from '../faces/version-access.ts';
import { findPieces, findText, type Piece } from './content-texts.queries.ts';

/** What an operator can do about damaged contents. */
const TODO =
  'npm run verify names every damaged or missing file: restore those from a backup (docs/operations.md).';

/** Whether a content is lost for good, as far as this server can tell. Another try would say the same. */
export const isDamaged = (error: unknown): boolean =>
  error instanceof StorageError && (error.code === 'damaged' || error.code === 'not_kept');

export function createContentService({ db, storage, log }: Deps) {
  async function fromStorage<T>(sha256: string, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      if (isDamaged(error)) {
        log.error(
          { sha256, problem: error.code, todo: TODO },
          'the bytes of a version are damaged or missing',
        );
        throw new ApiError('content_damaged');
      }
      log.error({ err: error, sha256 }, 'bytes of a ready version cannot be read');
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
    /** All bytes of a small version. @throws content_damaged, unavailable where the storage does not answer */
    read: ({ sha256 }: ReadableVersion): Promise<Buffer> => fromStorage(sha256, () => storage.read(sha256)),
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
    /** Streams its bytes; both ends of the range are inclusive. @throws content_damaged, unavailable where the storage does not answer */
    open: (sha256: string, range: { start: number; end: number }): Promise<Readable> =>
      fromStorage(sha256, () => storage.open(sha256, range)),
  };
}

/**
 * Long texts were cut before a blank: a piece that begins with one continues the piece before. Any other begins a page
 * or a part.
 */
const joined = (pieces: readonly Piece[]): string =>
  pieces.map(({ text }, at) => (at === 0 || /^\s/.test(text) ? text : `\n${text}`)).join('');
