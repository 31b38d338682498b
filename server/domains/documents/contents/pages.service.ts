import type { ErrorCode } from '#shared/platform/errors.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { MadePages } from '../../../platform/pages/made-pages.ts';
import { NoPages } from '../../../platform/pages/page-maker.ts';
import type { Drawn, UnkeptPages } from '../../../platform/pages/pages.ts';
import { findReadable, type ReadableVersion } from '../faces/version-access.ts';

const ERRORS = { pages: 'no_pages', thumbnail: 'no_thumbnail' } as const satisfies Record<Drawn, ErrorCode>;

/** The pages and thumbnails of versions, for whoever may read their bytes. */
export function createPagesService(
  { db, pages }: Deps,
  readBytes: (version: ReadableVersion) => Promise<Uint8Array>,
) {
  async function answering<T>(what: Drawn, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof NoPages) throw new ApiError(ERRORS[what], { reason: error.fault });
      throw error;
    }
  }

  return {
    /**
     * What was drawn already; null where it has to be drawn. @throws not_found, version_errored, no_pages, no_thumbnail
     */
    async find(
      actor: Actor,
      id: string,
      what: Drawn,
    ): Promise<{ version: ReadableVersion; made: MadePages | null }> {
      const version = await findReadable(db, actor, id);
      return { version, made: await answering(what, () => pages.find(version, what)) };
    },
    /**
     * Draws it, which takes seconds. @throws no_pages, no_thumbnail, content_damaged, and not_found where the document was
     * deleted or taken from this person meanwhile
     */
    async draw(actor: Actor, version: ReadableVersion, what: Drawn): Promise<MadePages | UnkeptPages> {
      const made = await answering(what, () => pages.draw(version, () => readBytes(version), what));
      await findReadable(db, actor, version.id).catch(async (error: unknown) => {
        // The content may have been removed before there were pages to remove with it.
        await pages.store.forget(version.sha256);
        throw error;
      });
      return made;
    },
  };
}
