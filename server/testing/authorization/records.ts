import { STATE } from '#shared/access/states.ts';
import { BUNDLE_TYPE } from '#shared/documents/bundle.ts';
import type { folderTable } from '#shared/documents/folders.contract.ts';
import type { recordTable } from '#shared/documents/records.contract.ts';
import type { libraryTable } from '#shared/libraries/libraries.contract.ts';
import type { binTable } from '#shared/retention/bin.contract.ts';
import type { searchTable } from '#shared/search/search.contract.ts';
import type { World } from '../authorization-world.ts';
import { recordsBundle } from '../documents.ts';
import {
  ADMIN,
  ANY_ADMIN,
  draftRecord,
  entry,
  LIBRARY,
  published,
  publishedRecord,
  type Rows,
  recordBody,
  SIGNED_IN,
  WORKING,
} from './rows.ts';

/** An item of a batch: a document, and what was seen of it. */
const seen = ({ id, rev }: { id: string; rev: number }) => ({ record: id, rev });

/** A document that its author moved to the bin. */
const binned = async (world: World): Promise<string> => {
  const { id } = await world.record();
  await world.clients.author.ok('recordDelete', { params: { id } });
  return id;
};

type Endpoints = keyof (typeof libraryTable &
  typeof folderTable &
  typeof recordTable &
  typeof searchTable &
  typeof binTable);

/** Libraries, folders, records, and search. */
export const recordsRows: Rows<Endpoints> = {
  librariesByPublisher: { answers: SIGNED_IN },
  // The caller's own roles: an admin who is not a member has none there.
  rolesByGroup: {
    answers: '-x++++NNN',
    input: async (world) => ({ params: { group: world.library.id } }),
  },
  foldersByGroup: {
    answers: LIBRARY,
    input: async (world) => ({ params: { group: world.library.id } }),
  },
  folderCreate: {
    answers: '-xF+FFNFN',
    input: async (world) => ({ body: { group: world.library.id, name: `Carpeta ${Math.random()}` } }),
  },
  folderCreateBatch: {
    answers: '-xF+FFNFN',
    input: async (world) => ({
      body: { group: world.library.id, items: [{ name: `Carpeta ${Math.random()}` }] },
    }),
  },
  folderUpdate: {
    answers: '-xF+FFNFN',
    input: async (world) => ({
      params: { id: await world.folder() },
      body: { name: `Otra ${Math.random()}` },
    }),
  },
  folderDelete: {
    answers: '-xF+FFNFN',
    input: async (world) => ({ params: { id: await world.folder() } }),
  },
  recordCreate: { answers: '-xF+FFNFN', input: async (world) => ({ body: recordBody(world) }) },
  entryCreate: { answers: '-xF+FFNFN', input: async (world) => ({ body: entry(world) }) },
  createBatch: {
    answers: '-xF+FFNFN',
    input: async (world) => ({ body: { items: [entry(world)] } }),
  },
  recordsSend: {
    answers: '-xF+FFNFN',
    input: async (world) => ({
      headers: { 'content-type': BUNDLE_TYPE },
      bytes: recordsBundle([
        { group: world.library.id, labels: [world.label], bytes: Buffer.from('Acta de inicio') },
      ]),
    }),
  },
  recordActivity: [
    { on: 'published, internal', answers: LIBRARY, input: publishedRecord },
    { on: 'draft, internal', answers: WORKING, input: draftRecord },
  ],
  recordById: [
    { on: 'published, internal', answers: LIBRARY, input: publishedRecord },
    { on: 'draft, internal', answers: WORKING, input: draftRecord },
    {
      on: 'published, public',
      answers: '-x++++N+N',
      input: async (world) => ({
        params: { id: (await world.record({ published: true, scope: 'public' })).id },
      }),
    },
    {
      on: 'published, restricted',
      answers: '-xN+++NNN',
      input: async (world) => ({
        params: { id: (await world.record({ published: true, scope: 'restricted' })).id },
      }),
    },
    {
      on: 'published, confidential',
      answers: '-xNN++NNN',
      input: async (world) => ({
        params: { id: (await world.record({ published: true, scope: 'confidential' })).id },
      }),
    },
  ],
  // No version has this hash. Another test checks what a search by hash shows of other people's documents.
  recordsByHash: { answers: SIGNED_IN, input: async () => ({ params: { sha256: 'a'.repeat(64) } }) },
  recordByTitle: {
    answers: LIBRARY,
    input: async (world) => ({ params: { group: world.library.id, title: 'Un documento' } }),
  },
  recordSearch: { answers: SIGNED_IN },
  recordUpdate: [
    {
      on: 'draft',
      answers: '-xN+FFNFN',
      input: async (world) => {
        const { id, rev } = await world.record();
        return { params: { id }, body: { rev, title: 'Otro título' } };
      },
    },
    {
      on: 'published',
      answers: '-xF+FFNFN',
      input: async (world) => {
        const { id, rev } = await published(world);
        return { params: { id }, body: { rev, title: 'Otro título' } };
      },
    },
    {
      on: 'draft, its scope (not its author)',
      answers: '-xNFF+NFN',
      input: async (world) => {
        const { id, rev } = await world.record();
        return { params: { id }, body: { rev, scope: 'restricted' } };
      },
    },
  ],
  recordAuthors: {
    on: 'draft, not its author',
    answers: '-xNFF+NFN',
    input: async (world) => ({
      ...(await draftRecord(world)),
      body: { authors: [world.people.author.id, world.people.upload.id] },
    }),
  },
  batchState: [
    {
      on: 'draft → approved',
      answers: '-xNF+FNFN',
      input: async (world) => ({
        body: { items: [seen(await world.record())], state: STATE.approved },
      }),
    },
    {
      on: 'approved → published',
      answers: '-xNFF+NFN',
      input: async (world) => ({
        body: {
          items: [seen(await world.record({ state: 'approved' }))],
          state: STATE.published,
        },
      }),
    },
  ],
  batchMove: {
    answers: '-xN+FFNFN',
    input: async (world) => ({
      body: {
        items: [{ record: (await world.record()).id }],
        group: world.library.id,
        folder: await world.folder(),
      },
    }),
  },
  bin: { answers: ANY_ADMIN },
  binRestore: {
    on: 'deleted by its author',
    answers: '-xNNNNN+N',
    input: async (world) => ({ body: { record: await binned(world) } }),
  },
  binRestoreBatch: {
    answers: ADMIN,
    input: async (world) => ({ body: { records: [await binned(world)] } }),
  },
  binPurgeBatch: {
    answers: ADMIN,
    input: async (world) => ({ body: { records: [await binned(world)] } }),
  },
  // Of the caller's own organization, where nothing existed then.
  binEmpty: {
    answers: ANY_ADMIN,
    input: async () => ({ body: { before: '2020-01-01T00:00:00Z', confirm: 'VACIAR' as const } }),
  },
  binPurge: { answers: ADMIN, input: async (world) => ({ params: { id: await binned(world) } }) },
  recordDelete: { on: 'draft, not its author', answers: '-xNFF+N+N', input: draftRecord },
};
