import type { Kernel } from '../../platform/kernel.ts';
import { createGateService } from './gate.service.ts';
import { createPartiesService } from './parties.service.ts';
import { createPartyExportService } from './party-export.service.ts';
import { createPartyWritesService } from './party-writes.service.ts';

/** Contractors, workers and sites: what they owe, and who may enter. */
export const createContractors = ({ deps }: Kernel) => ({
  parties: createPartiesService(deps),
  partyWrites: createPartyWritesService(deps),
  partyExport: createPartyExportService(deps),
  gate: createGateService(deps),
});
export type Contractors = ReturnType<typeof createContractors>;
