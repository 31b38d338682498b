import type { Readable } from 'node:stream';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { StorageError } from '../storage/storage.ts';
import { findReadable } from './version-access.ts';

export interface ContentService {
  /** A version whose bytes this person may read now. @throws not_found, version_errored */
  find: (actor: Actor, version: string) => ReturnType<typeof findReadable>;
  /** Its bytes; both ends of the range inclusive. @throws unavailable where the storage does not answer */
  open(sha256: string, range: { start: number; end: number }): Promise<Readable>;
}

export function createContentService({ db, storage, log }: Deps): ContentService {
  return {
    find: (actor, version) => findReadable(db, actor, version),
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
