import type { overviewTable } from '#shared/overview/overview.contract.ts';
import type { serverTable } from '#shared/platform/server.contract.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Kernel } from '../../platform/kernel.ts';
import { hasRoom } from '../../platform/uploads/room.ts';
import { PRODUCT_VERSION } from '../../platform/version.ts';
import type { Overview } from './module.ts';

/** How long `ready` may take. */
const READY_MS = 1_800;

type Routes = Handlers<typeof overviewTable> & Handlers<typeof serverTable>;

export function overviewRoutes({ deps, system, dashboard, tasks, handOver }: Kernel & Overview): Routes {
  let looking: Promise<boolean> | undefined;
  /** One look at a time: further calls wait for the same, so that they take no connection each from those who work. */
  const look = (): Promise<boolean> => {
    looking ??= system
      .checkDatabase()
      .then(() => canWrite(deps))
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
  return {
    dashboard: ({ actor }) => dashboard.load(actor),
    tasks: ({ actor, query }) => tasks.list(actor, query),
    userDuties: ({ actor, params }) => handOver.duties(actor, params.id),
    userHandOver: ({ actor, params, body }) => handOver.handOver(actor, params.id, body),
    userHandBack: ({ actor, params, body }) => handOver.handBack(actor, params.id, body),
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
        const writes = await inTime(look());
        return { ok: true, database: deps.engine, storage: 'file', writes };
      } catch (error) {
        deps.log.error({ err: error }, 'not ready');
        throw new ApiError('unavailable', undefined, { retryAfter: 5 });
      }
    },
  };
}

/** @throws where it takes longer than whoever watches the server waits: a database that stands still refuses nothing */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = Object.assign(new Error(`no answer within ${READY_MS} ms`), { code: 'ETIMEDOUT' });
    timer = setTimeout(() => reject(error), READY_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether uploads can be stored beside those that are announced. On a full disk documents can still be read.
 * @throws where not even that works
 */
const canWrite = async (deps: Kernel['deps']): Promise<boolean> =>
  (await deps.storage.healthy()) && (await hasRoom(deps.db, deps));
