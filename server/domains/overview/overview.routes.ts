import type { overviewTable } from '#shared/overview/overview.contract.ts';
import type { serverTable } from '#shared/platform/server.contract.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Kernel } from '../../platform/kernel.ts';
import { hasRoom } from '../../platform/uploads/room.ts';
import { PRODUCT_VERSION } from '../../platform/version.ts';
import type { Overview } from './module.ts';

type Routes = Handlers<typeof overviewTable> & Handlers<typeof serverTable>;

export function overviewRoutes({ deps, system, dashboard, tasks }: Kernel & Overview): Routes {
  return {
    dashboard: ({ actor }) => dashboard.load(actor),
    tasks: ({ actor, query }) => tasks.list(actor, query),
    mailTest: ({ actor }) => system.testMail(actor),
    system: ({ actor }) => system.figures(actor),
    health: async () => ({
      ok: true,
      product: 'legajo',
      version: PRODUCT_VERSION,
      environment: deps.config.environment,
      pages: deps.pages.areDrawn('office'),
      photos: deps.pages.areDrawn('photo'),
      thumbnails: deps.pages.areDrawn('thumbnail'),
    }),
    ready: async () => {
      try {
        await system.checkDatabase();
      } catch (error) {
        deps.log.error({ err: error }, 'not ready');
        throw new ApiError('unavailable', undefined, { retryAfter: 5 });
      }
      return { ok: true, database: deps.engine, storage: 'file', writes: await canWrite(deps) };
    },
  };
}

/**
 * Whether uploads can be stored beside those that are announced. On a full disk documents can still be read.
 * @throws unavailable where not even that works
 */
async function canWrite(deps: Kernel['deps']): Promise<boolean> {
  try {
    return (await deps.storage.healthy()) && (await hasRoom(deps.db, deps));
  } catch (error) {
    deps.log.error({ err: error }, 'files cannot be written');
    throw new ApiError('unavailable', undefined, { retryAfter: 5 });
  }
}
