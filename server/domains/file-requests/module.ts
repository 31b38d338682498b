import type { Kernel } from '../../platform/kernel.ts';
import type { Identity } from '../identity/module.ts';
import { createDeliveriesService } from './deliveries.service.ts';
import { createFileRequestsService } from './file-requests.service.ts';

/** Links by which people without an account send what is missing: those who ask, and those who send. */
export const createFileRequests = ({ deps, uploads }: Kernel, { identity }: Identity) => ({
  fileRequests: createFileRequestsService(deps),
  deliveries: createDeliveriesService(deps, uploads, identity.pool),
});
export type FileRequests = ReturnType<typeof createFileRequests>;
