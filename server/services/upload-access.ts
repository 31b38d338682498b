import { id } from '#shared/schemas/primitives.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { ApiError, notFound } from '../errors.ts';
import { limitOf } from './upload-limit.ts';

export interface UploadAccess {
  /**
   * The pending version that somebody sends bytes of, told by its key: their own, else it is not there.
   * @param length of the whole, where the upload is only beginning
   * @throws not_found, version_errored, empty_file, too_large
   */
  own(actor: Actor, key: string, length?: number): Promise<{ readonly lastByteAt: Date }>;
}

export function createUploadAccess({ db, config }: Deps): UploadAccess {
  return {
    async own(actor, key, length) {
      if (!id.safeParse(key).success) throw notFound();
      const version = await db
        .selectFrom('versions as v')
        .innerJoin('organizations as o', 'o.id', 'v.organization')
        .select(['v.status', 'v.created_at', 'v.last_byte_at', 'o.settings'])
        .where('v.key', '=', key)
        .where('v.organization', '=', actor.organization)
        .where('v.created_by', '=', actor.user)
        .executeTakeFirst();
      if (!version) throw notFound();
      if (version.status === 'errored') throw new ApiError('version_errored');
      if (length === 0) throw new ApiError('empty_file');
      const limit = limitOf(version.settings, config);
      if (length !== undefined && length > limit) throw new ApiError('too_large', { limit });
      return { lastByteAt: version.last_byte_at ?? version.created_at };
    },
  };
}
