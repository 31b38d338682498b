import type { Readable } from 'node:stream';
import type { VersionText } from '#shared/schemas/version.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { findPieces, findText, type Piece } from '../repositories/blob-texts.ts';
import { StorageError } from '../storage/storage.ts';
import { findReadable } from './version-access.ts';

export interface ContentService {
  /** A version whose bytes this person may read now. @throws not_found, version_errored */
  find: (actor: Actor, version: string) => ReturnType<typeof findReadable>;
  /** Its words, as search knows them. @throws not_found, version_errored */
  text(actor: Actor, version: string): Promise<VersionText>;
  /** Its bytes; both ends of the range inclusive. @throws unavailable where the storage does not answer */
  open(sha256: string, range: { start: number; end: number }): Promise<Readable>;
}

export function createContentService({ db, storage, log }: Deps): ContentService {
  return {
    find: (actor, version) => findReadable(db, actor, version),
    async text(actor, id) {
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
    async open(sha256, range) {
      try {
        return await storage.open(sha256, range);
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        log.error({ err: error, sha256 }, 'bytes of a ready version cannot be read');
        throw new ApiError('unavailable', undefined, { retryAfter: 30 });
      }
    },
  };
}

/** Pieces were cut before a blank where there was one: such a piece goes on, any other begins a page or a part. */
const joined = (pieces: readonly Piece[]): string =>
  pieces.map(({ text }, at) => (at === 0 || /^\s/.test(text) ? text : `\n${text}`)).join('');
