import type { auditTable } from '#shared/audit/audit.contract.ts';
import { ADMIN, ANY_ADMIN, type Rows } from './rows.ts';

export const auditRows: Rows<keyof typeof auditTable> = {
  auditTrail: { answers: ANY_ADMIN, input: async () => ({ query: {} }) },
  auditExport: { answers: ANY_ADMIN, input: async () => ({ query: { format: 'csv' } }) },
  auditEvent: {
    answers: ADMIN,
    input: async (world) => {
      const { items } = await world.clients.admin.ok('auditTrail', { query: { limit: '1' } });
      return { params: { id: items[0]?._id ?? '' } };
    },
  },
};
