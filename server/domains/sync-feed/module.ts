import type { Kernel } from '../../platform/kernel.ts';
import { createClientsService, type Online } from './clients.service.ts';
import { createFeedService } from './feed.service.ts';
import { createOperationsService } from './operations.service.ts';

/** What desktops ask for: registration, changes, and one-operation tokens. */
export const createSyncFeed = ({ deps }: Kernel, online: Online) => ({
  clients: createClientsService(deps, online),
  feed: createFeedService(deps),
  operations: createOperationsService(deps),
});
export type SyncFeed = ReturnType<typeof createSyncFeed>;
