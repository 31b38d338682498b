import type { contractorsTable } from '#shared/contractors/contractors.contract.ts';
import type { PartyKind } from '#shared/contractors/party.ts';
import type { World } from '../authorization-world.ts';
import { LIBRARY, type Rows, SIGNED_IN } from './rows.ts';

/** Role upload in the library; everybody else who sees it is refused (docs/domain/contractors.md). */
const EDITING = '-xF+FFNFN';

const aParty = async (world: World, kind: PartyKind = 'worker') => {
  const body = { kind, folder: await world.folder() };
  return { params: { id: (await world.clients.upload.ok('partyAdopt', { body }))._id } };
};
const aSite = (world: World) => aParty(world, 'site');

export const contractorRows: Rows<keyof typeof contractorsTable> = {
  parties: [
    { answers: SIGNED_IN, input: async () => ({ query: {} }) },
    {
      on: 'one contractor',
      answers: LIBRARY,
      input: async (world) => ({
        query: { contractor: (await aParty(world, 'contractor')).params.id },
      }),
    },
    {
      on: 'one site',
      answers: LIBRARY,
      input: async (world) => ({ query: { at: (await aSite(world)).params.id } }),
    },
  ],
  partiesCreate: {
    answers: EDITING,
    input: async (world) => ({
      body: { kind: 'site', group: world.library.id, items: [{ name: `Obra ${Math.random()}` }] },
    }),
  },
  partyAdopt: {
    answers: EDITING,
    input: async (world) => ({ body: { kind: 'contractor', folder: await world.folder() } }),
  },
  partyExport: [
    { answers: SIGNED_IN, input: async () => ({ query: { format: 'csv' } }) },
    {
      on: 'one site',
      answers: LIBRARY,
      input: async (world) => ({ query: { format: 'csv', site: (await aSite(world)).params.id } }),
    },
    {
      on: 'one library',
      answers: LIBRARY,
      input: async (world) => ({ query: { format: 'csv', group: world.library.id } }),
    },
  ],
  partyGet: { answers: LIBRARY, input: (world) => aParty(world) },
  partyUpdate: {
    answers: EDITING,
    input: async (world) => ({ ...(await aParty(world)), body: { rev: 0, phone: '+56 9 5555 5555' } }),
  },
  partyEnd: {
    answers: EDITING,
    input: async (world) => ({ ...(await aParty(world)), body: { ended: true } }),
  },
  partyDelete: { answers: EDITING, input: (world) => aParty(world) },
  partyAssign: {
    answers: EDITING,
    input: async (world) => ({
      ...(await aSite(world)),
      body: { add: [(await aParty(world)).params.id] },
    }),
  },
  partyGate: { answers: LIBRARY, input: aSite },
};
