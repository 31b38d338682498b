import { BUNDLE_TYPE } from '#shared/documents/bundle.ts';
import type { uploadTable } from '#shared/documents/uploads.contract.ts';
import type { versionTable } from '#shared/documents/versions.contract.ts';
import { bundleOf, versionBundle } from '../documents.ts';
import { contentOf } from '../factories.ts';
import {
  draftRecord,
  draftVersion,
  EVERYBODY,
  file,
  LIBRARY,
  NOBODY_ELSE,
  published,
  publishedRecord,
  publishedVersion,
  type Rows,
  SIGNED_IN,
  sha256,
  tusOf,
  WORKING,
} from './rows.ts';

const contentsOf = (id: string) => ({ body: { versions: [{ id, sha256: contentOf(id).sha256 }] } });

/** Versions and their bytes. */
export const versionsRows: Rows<keyof typeof versionTable | keyof typeof uploadTable> = {
  versionCreate: {
    answers: '-xN+FFNFN',
    input: async (world) => {
      const { id, version } = await world.record();
      return { body: { record: id, base: version, file } };
    },
  },
  confirm: {
    on: 'somebody else’s version',
    answers: NOBODY_ELSE,
    input: async (world) => ({ body: { version: (await world.pending()).id, size: 100, sha256 } }),
  },
  confirmBatch: {
    on: 'somebody else’s version',
    answers: NOBODY_ELSE,
    input: async (world) => ({
      body: { items: [{ version: (await world.pending()).id, size: 100, sha256 }] },
    }),
  },
  versionSend: {
    answers: '-xN+FFNFN',
    input: async (world) => {
      const { id, version } = await world.record();
      return {
        headers: { 'content-type': BUNDLE_TYPE },
        bytes: versionBundle({ record: id, base: version, file, bytes: Buffer.from('Acta, corregida') }),
      };
    },
  },
  versionErrored: {
    on: 'somebody else’s version',
    answers: NOBODY_ELSE,
    input: async (world) => ({ body: { _id: (await world.pending()).id } }),
  },
  versionsByRecord: [
    { on: 'published', answers: LIBRARY, input: publishedRecord },
    { on: 'draft', answers: WORKING, input: draftRecord },
  ],
  versionLink: [
    { on: 'published', answers: LIBRARY, input: publishedVersion },
    { on: 'draft', answers: WORKING, input: draftVersion },
  ],
  versionContent: [
    { on: 'published', answers: LIBRARY, input: publishedVersion },
    { on: 'draft', answers: WORKING, input: draftVersion },
  ],
  versionContents: [
    {
      on: 'published',
      answers: LIBRARY,
      input: async (world) => contentsOf((await published(world)).version),
    },
    { on: 'draft', answers: WORKING, input: async (world) => contentsOf((await world.record()).version) },
  ],
  // Of a content that nobody has, and of others' nothing.
  contentsKnown: { answers: SIGNED_IN, input: async () => ({ body: { hashes: [sha256] } }) },
  // Of files that have no pages.
  versionPages: [
    { on: 'published', answers: LIBRARY.replaceAll('+', 'r'), input: publishedVersion },
    { on: 'draft', answers: WORKING.replaceAll('+', 'r'), input: draftVersion },
  ],
  // Nothing draws thumbnails there.
  versionThumbnail: [
    { on: 'published', answers: LIBRARY.replaceAll('+', 'r'), input: publishedVersion },
    { on: 'draft', answers: WORKING.replaceAll('+', 'r'), input: draftVersion },
  ],
  versionText: [
    { on: 'published', answers: LIBRARY, input: publishedVersion },
    { on: 'draft', answers: WORKING, input: draftVersion },
  ],
  versionHead: { on: 'draft', answers: WORKING, input: draftVersion },
  versionRestore: {
    answers: '-xN+FFNFN',
    input: async (world) => {
      const { id, record } = await world.conflict();
      return { params: { id }, body: { base: record.version } };
    },
  },
  versionUse: {
    answers: '-xN+FFNFN',
    input: async (world) => {
      const { id, record } = await world.conflict();
      return { params: { id }, body: { base: record.version } };
    },
  },
  versionKeep: {
    answers: '-xN+FFNFN',
    input: async (world) => ({ params: { id: (await world.conflict()).id } }),
  },
  versionDiscard: {
    on: 'somebody else’s draft on top of what is published',
    answers: '-xNFF+NFN',
    input: async (world) => ({ params: { id: await world.draftOnTop() } }),
  },
  fileByToken: {
    on: 'a signed link of its author',
    answers: EVERYBODY,
    input: async (world) => {
      const { url } = await world.clients.author.ok('versionLink', await publishedVersion(world));
      return { path: url.replace(/^.*\/api/, '') };
    },
  },
  downloadCreate: [
    {
      on: 'published',
      answers: LIBRARY,
      input: async (world) => ({ body: { records: [(await world.record({ published: true })).id] } }),
    },
    {
      on: 'draft',
      answers: WORKING,
      input: async (world) => ({ body: { records: [(await world.record()).id] } }),
    },
    {
      on: 'a library with something published in it',
      answers: LIBRARY,
      input: async (world) => {
        await world.record({ published: true });
        return { body: { group: world.library.id } };
      },
    },
    {
      on: 'an empty folder',
      answers: '-xrrrrNrN',
      input: async (world) => ({ body: { folder: await world.folder() } }),
    },
  ],
  downloadByToken: {
    on: 'a signed link of its author',
    answers: EVERYBODY,
    input: async (world) => {
      const { id } = await world.record({ published: true });
      const { url } = await world.clients.author.ok('downloadCreate', { body: { records: [id] } });
      return { path: url.replace(/^.*\/api/, '') };
    },
  },
  uploadCreate: {
    on: 'somebody else’s version',
    answers: NOBODY_ELSE,
    input: async (world) => ({ headers: tusOf((await world.pending()).key) }),
  },
  uploadBatch: {
    on: 'somebody else’s version',
    answers: NOBODY_ELSE,
    input: async (world) => {
      const { key } = await world.pending();
      return {
        headers: { 'content-type': BUNDLE_TYPE },
        bytes: bundleOf([{ key, bytes: Buffer.from('Acta') }]),
      };
    },
  },
  uploadHead: {
    on: 'somebody else’s upload',
    answers: NOBODY_ELSE,
    input: async (world) => {
      const { key } = await world.pending();
      return { path: `/docs/uploads/${key}`, headers: tusOf(key) };
    },
  },
  uploadPatch: {
    on: 'somebody else’s upload',
    answers: NOBODY_ELSE,
    input: async (world) => {
      const { key } = await world.pending();
      const headers = { ...tusOf(key), 'content-type': 'application/offset+octet-stream' };
      return { path: `/docs/uploads/${key}`, headers };
    },
  },
  uploadDelete: {
    on: 'somebody else’s upload',
    answers: NOBODY_ELSE,
    input: async (world) => {
      const { key } = await world.pending();
      return { path: `/docs/uploads/${key}`, headers: tusOf(key) };
    },
  },
  uploadOptions: { answers: EVERYBODY },
};
