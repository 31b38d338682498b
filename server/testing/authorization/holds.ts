import type { holdTable } from '#shared/retention/holds.contract.ts';
import { newId } from '../../platform/ids.ts';
import type { World } from '../authorization-world.ts';
import { ADMIN, ANY_ADMIN, type Rows } from './rows.ts';

const fields = { name: 'Juicio laboral', reason: 'Lo pide el tribunal.', reference: null, until: null };
/** The organization's hold on a library without documents. */
const aHold = async (world: World) => {
  const { id } = await world.emptyLibrary();
  const hold = await world.clients.admin.ok('holdCreate', { body: { ...fields, groups: [id] } });
  return { params: { id: hold._id } };
};

/** Legal holds. */
export const holdRows: Rows<keyof typeof holdTable> = {
  holds: { answers: ANY_ADMIN },
  holdCreate: { answers: ANY_ADMIN, input: async () => ({ body: fields }) },
  holdById: { answers: ADMIN, input: aHold },
  holdUpdate: {
    answers: ADMIN,
    input: async (world) => ({ ...(await aHold(world)), body: { ...fields, rev: 0 } }),
  },
  holdRelease: {
    answers: ADMIN,
    input: async (world) => ({ ...(await aHold(world)), body: { reason: 'El juicio terminó.' } }),
  },
  holdItems: { answers: ADMIN, input: aHold },
  holdAdd: {
    answers: ADMIN,
    input: async (world) => ({
      ...(await aHold(world)),
      body: { records: [], folders: [], groups: [(await world.emptyLibrary()).id] },
    }),
  },
  holdRemove: {
    answers: ADMIN,
    input: async (world) => ({
      ...(await aHold(world)),
      body: { items: [newId()], reason: 'Se agregó por error.' },
    }),
  },
};
