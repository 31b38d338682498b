import DataLoader from 'dataloader';
import { id } from '#shared/platform/primitives.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import { requireFree, requireRoom } from '../../../platform/uploads/room.ts';
import { limitOf } from '../../../platform/uploads/upload-limit.ts';
import { checkEntry } from '../../identity/authenticate.ts';
import type { TokenVerifier } from '../../identity/tokens/tokens.ts';
import { type AskedUpload, findAskedUploads, updateAnnounced } from './upload-access.queries.ts';

export interface UploadAccess {
  /**
   * The pending version that somebody sends bytes of, told by its key: their own, else it is not there.
   * @param length of the whole, where the upload is only beginning
   * @throws unauthenticated, disabled, not_found, version_errored, archived (of one that begins), empty_file,
   * too_large, storage_full, quota_full, rate_limited
   */
  own(token: string, key: string, length?: number): Promise<{ readonly lastByteAt: Date }>;
}

/**
 * A folder of small documents is a call per document, so this is the question that a busy server is asked most: who
 * brings the token, and whether the version is theirs, is one statement, and what arrives in one turn of the loop is
 * asked together. Nothing is remembered: each call is judged by what the database knows then.
 *
 * @param count counts a call of a person, before anything is asked for it
 */
export function createUploadAccess(
  { db, config, storage }: Deps,
  verifier: TokenVerifier,
  count: (user: string) => Promise<void>,
): UploadAccess {
  const loader = new DataLoader((asked: readonly AskedUpload[]) => findAskedUploads(db, asked), {
    cache: false,
    batchScheduleFn: (run) => setImmediate(run),
  });

  /** Of an upload whose size was not told when its version was made, or is another one now. @throws storage_full, quota_full */
  const announce = (organization: string, key: string, length: number): Promise<void> =>
    db.transaction().execute(async (trx) => {
      await requireRoom(trx, { storage, config }, organization, length, key);
      await updateAnnounced(trx, key, length);
    });

  return {
    async own(token, key, length) {
      const { user, session } = await verifier.verify(token);
      await count(user);
      // What is no key at all names no version; whoever asks is told first who they are.
      const found = await loader.load({ key: id.safeParse(key).success ? key : '', user, session });
      checkEntry(session, found);
      if (!found.status) throw notFound();
      if (found.status === 'errored') throw new ApiError('version_errored');
      if (length !== undefined && found.archived) throw new ApiError('archived');
      if (length === 0) throw new ApiError('empty_file');
      const limit = limitOf(found.settings, config);
      if (length !== undefined && length > limit) throw new ApiError('too_large', { limit });
      if (length !== undefined) {
        if (length > Number(found.announced ?? 0)) await announce(found.organization, key, length);
        else await requireFree({ storage, config }, length);
      }
      return { lastByteAt: found.last_byte_at ?? found.created_at };
    },
  };
}
