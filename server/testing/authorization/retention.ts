import type { retentionTable } from '#shared/retention/retention.contract.ts';
import type { World } from '../authorization-world.ts';
import { ADMIN, ANY_ADMIN, type Rows } from './rows.ts';

const aRecord = async (world: World) => ({ records: [(await world.record()).id] });

let types = 0;
/** A document whose retention period is over. */
const ended = async ({ clients, record }: World) => {
  types += 1;
  const schedule = { retention: 'period', retentionMonths: 1, retentionFrom: 'issue' } as const;
  const type = { name: `Con plazo ${types}`, code: `PLAZO-${types}`, ...schedule };
  const { _id: documentType } = await clients.admin.ok('typeCreate', { body: type });
  const { id, rev } = await record();
  const body = { rev, documentType, issuedOn: '2020-01-01' };
  await clients.author.ok('recordUpdate', { params: { id }, body });
  return { records: [id] };
};

/** Decisions about documents whose retention period is over. Each document of a batch has its own answer. */
export const retentionRows: Rows<keyof typeof retentionTable> = {
  retentionEnded: { answers: ANY_ADMIN },
  retentionRemoveBatch: {
    answers: ADMIN,
    input: async (world) => ({ body: await ended(world) }),
  },
  retentionExtendBatch: {
    answers: ADMIN,
    input: async (world) => ({ body: { ...(await aRecord(world)), years: 2, reason: 'Lo pide auditoría.' } }),
  },
};
