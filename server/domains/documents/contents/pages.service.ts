import type { Actor } from '../../../platform/actor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { MadePages } from '../../../platform/pages/made-pages.ts';
import { NoPages } from '../../../platform/pages/page-maker.ts';
import type { UnkeptPages } from '../../../platform/pages/pages.ts';
import { findReadable, type ReadableVersion } from '../faces/version-access.ts';

/** The pages of versions, for whoever may read their bytes. */
export function createPagesService(
  { db, pages }: Deps,
  readBytes: (version: ReadableVersion) => Promise<Uint8Array>,
) {
  async function answering<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof NoPages) throw new ApiError('no_pages', { reason: error.fault });
      throw error;
    }
  }

  return {
    /** Pages that are there already; null where they have to be drawn. @throws not_found, version_errored, no_pages */
    async find(actor: Actor, id: string): Promise<{ version: ReadableVersion; made: MadePages | null }> {
      const version = await findReadable(db, actor, id);
      return { version, made: await answering(() => pages.find(version)) };
    },
    /**
     * Draws them, which takes seconds. @throws no_pages, content_damaged, and not_found where the document was deleted
     * or taken from this person meanwhile
     */
    async draw(actor: Actor, version: ReadableVersion): Promise<MadePages | UnkeptPages> {
      const made = await answering(() => pages.draw(version, () => readBytes(version)));
      await findReadable(db, actor, version.id).catch(async (error: unknown) => {
        // The content may have been removed before there were pages to remove with it.
        await pages.store.forget(version.sha256);
        throw error;
      });
      return made;
    },
  };
}
