import type { savedSearchTable } from '#shared/search/saved-searches.contract.ts';
import type { World } from '../authorization-world.ts';
import { NOBODY_ELSE, type Rows, SIGNED_IN } from './rows.ts';

let made = 0;
const search = () => {
  made += 1;
  return { name: `Vencen pronto ${made}`, query: 'text=grua&state=3' };
};
const somebodyElses = async (world: World) => ({
  params: { id: (await world.clients.author.ok('savedSearchCreate', { body: search() }))._id },
});

/** Saved searches: each person has their own. */
export const searchesRows: Rows<keyof typeof savedSearchTable> = {
  savedSearches: { answers: SIGNED_IN },
  savedSearchCreate: { answers: SIGNED_IN, input: async () => ({ body: search() }) },
  savedSearchUpdate: {
    on: 'somebody else’s',
    answers: NOBODY_ELSE,
    input: async (world) => ({ ...(await somebodyElses(world)), body: { name: 'Ajena' } }),
  },
  savedSearchDelete: { on: 'somebody else’s', answers: NOBODY_ELSE, input: somebodyElses },
};
