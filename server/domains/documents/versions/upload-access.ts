import DataLoader from 'dataloader';
import { id } from '#shared/platform/primitives.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError, invalid, notFound } from '../../../platform/errors.ts';
import { requireFree, requireRoom } from '../../../platform/uploads/room.ts';
import { limitOf } from '../../../platform/uploads/upload-limit.ts';
import { checkEntry } from '../../identity/authenticate.ts';
import type { TokenVerifier } from '../../identity/tokens/tokens.ts';
import { t } from '../texts.ts';
import { type AskedUpload, findAskedUploads, updateAnnounced } from './upload-access.queries.ts';

/**
 * A folder of small documents is one call for each document, so a busy server runs this check more than any other. One
 * statement answers who brings the token and whether the version is theirs, and requests of the same turn of the event
 * loop share it. Nothing is cached: each call is judged by what the database knows then.
 * @param count counts a call of a person before the database is asked
 */
export function createUploadAccess(
  { db, config, storage, now }: Deps,
  verifier: TokenVerifier,
  count: (user: string) => Promise<void>,
) {
  const loader = new DataLoader((asked: readonly AskedUpload[]) => findAskedUploads(db, asked), {
    cache: false,
    batchScheduleFn: (run) => setImmediate(run),
  });

  /**
   * For an upload whose size was unknown when its version was made, or that was given up and begins again.
   * @throws storage_full, quota_full, share_full
   */
  const announce = (
    uploader: { organization: string; user: string },
    key: string,
    length: number,
  ): Promise<void> =>
    db.transaction().execute(async (trx) => {
      await requireRoom(trx, { storage, config, now }, uploader, length, key);
      await updateAnnounced(trx, key, length);
    });

  return {
    /**
     * Finds the version whose bytes the caller sends, by its key. It must be the caller's own.
     * @param how `length` of the whole upload, where it is only beginning; `writes` where the call brings bytes
     * @returns `kept`: the size of a version that is confirmed already, in bytes; null while bytes may come
     * @throws unauthenticated, disabled, not_found, version_errored, forbidden (where bytes come), archived (at the
     * beginning), empty_file, too_large, storage_full, quota_full, share_full, rate_limited, invalid (longer than what its version was made for)
     */
    async own(
      token: string,
      key: string,
      { length, writes = length !== undefined }: { readonly length?: number; readonly writes?: boolean } = {},
    ): Promise<{ readonly lastByteAt: Date; readonly kept: number | null; readonly user: string }> {
      const { user, session } = await verifier.verify(token);
      await count(user);
      // A malformed key is looked up as an empty one: the caller learns first whether their token is valid.
      const found = await loader.load({ key: id.safeParse(key).success ? key : '', user, session });
      checkEntry(session, found);
      if (!found.status) throw notFound();
      if (found.status === 'errored') throw new ApiError('version_errored');
      const lastByteAt = found.last_byte_at ?? found.created_at;
      if (found.status === 'ready') return { lastByteAt, kept: Number(found.size), user };
      // They may have lost the role since they made the version: no bytes are taken that `confirm` would refuse.
      if (writes && !found.roles?.includes('upload'))
        throw found.roles ? new ApiError('forbidden') : notFound();
      if (length !== undefined && found.archived) throw new ApiError('archived');
      if (length === 0) throw new ApiError('empty_file');
      const limit = limitOf(found.settings, config);
      if (length !== undefined && length > limit) throw new ApiError('too_large', { limit });
      if (length !== undefined) {
        if (found.announced === null) await announce({ organization: found.organization, user }, key, length);
        else if (length > Number(found.announced)) throw invalid('Upload-Length', t('uploads.size'));
        else await requireFree({ storage, config }, length);
      }
      return { lastByteAt, kept: null, user };
    },
  };
}
