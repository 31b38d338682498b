import type { Kernel } from '../../platform/kernel.ts';
import type { Documents } from '../documents/module.ts';
import { createBinService } from './bin.service.ts';
import { createHoldsService } from './holds.service.ts';
import { createRetentionService } from './retention.service.ts';

/** How long documents are kept, the holds that keep them longer, and the bin. */
export const createRetention = ({ deps }: Kernel, { recordPlace }: Documents) => ({
  bin: createBinService(deps),
  holds: createHoldsService(deps),
  retention: createRetentionService(deps, recordPlace),
});
export type Retention = ReturnType<typeof createRetention>;
