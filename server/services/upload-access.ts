import { id } from '#shared/schemas/primitives.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { ApiError, notFound } from '../errors.ts';
import { uploadLimit } from './upload-limit.ts';

export interface UploadAccess {
  /**
   * The pending version that somebody sends bytes of, told by its key: their own, else it is not there.
   * @throws not_found, version_errored
   */
  own(actor: Actor, key: string): Promise<{ readonly lastByteAt: Date }>;
  /** @throws empty_file, too_large */
  checkLength(actor: Actor, length: number): Promise<void>;
}

export function createUploadAccess({ db, config }: Deps): UploadAccess {
  return {
    async own(actor, key) {
      if (!id.safeParse(key).success) throw notFound();
      const version = await db
        .selectFrom('versions')
        .select(['status', 'created_at', 'last_byte_at'])
        .where('key', '=', key)
        .where('organization', '=', actor.organization)
        .where('created_by', '=', actor.user)
        .executeTakeFirst();
      if (!version) throw notFound();
      if (version.status === 'errored') throw new ApiError('version_errored');
      return { lastByteAt: version.last_byte_at ?? version.created_at };
    },
    async checkLength(actor, length) {
      if (length === 0) throw new ApiError('empty_file');
      const limit = await uploadLimit(db, config, actor.organization);
      if (length > limit) throw new ApiError('too_large', { limit });
    },
  };
}
