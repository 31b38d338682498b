import type { reportTable } from '#shared/report/report.contract.ts';
import type { World } from '../authorization-world.ts';
import type { Rows } from './rows.ts';

/** Managers and admins of any organization, each for their own. */
const MANAGER = '-xFFFF+++';
/** Only of this organization. */
const OWN = '-xFFFF++N';

const aSnapshot = async (world: World) => {
  const { _id } = await world.clients.manager.ok('snapshotCreate', { body: { name: 'Primer semestre' } });
  return { params: { id: _id } };
};

export const reportRows: Rows<keyof typeof reportTable> = {
  report: { answers: MANAGER, input: async () => ({ query: {} }) },
  reportMaster: { answers: MANAGER, input: async () => ({ query: {} }) },
  reportExport: { answers: MANAGER, input: async () => ({ query: { format: 'csv' } }) },
  snapshots: { answers: MANAGER, input: async () => ({ query: {} }) },
  snapshotCreate: { answers: MANAGER, input: async () => ({ body: { name: 'Primer semestre' } }) },
  snapshotGet: { answers: OWN, input: aSnapshot },
  snapshotExport: {
    answers: OWN,
    input: async (world) => ({ ...(await aSnapshot(world)), query: { format: 'xlsx' } }),
  },
};
