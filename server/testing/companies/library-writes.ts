import { STATE } from '#shared/access/states.ts';
import { contract } from '#shared/contract.ts';
import { BUNDLE_TYPE } from '#shared/documents/bundle.ts';
import {
  addVersion,
  confirmBytes,
  recordsBundle,
  seenBy,
  someBytes,
  startVersion,
  upload,
} from '../documents.ts';
import type { TestServer } from '../http.ts';
import type { Call, Meeting } from '../races/race-fixture.ts';

export const LIBRARY_WRITES = [
  'create a record',
  'create an entry',
  'create a batch',
  'send new documents',
  'edit a record',
  'set its authors',
  'move it',
  'delete it',
  'judge it',
  'judge it in a batch',
  'restore a version',
  'discard a version',
  'confirm a version',
  'make a folder',
  'make folders',
  'rename a folder',
  'remove a folder',
  'ask for a review',
  'comment on it',
  'resolve a comment',
  'make a rule',
] as const;
export type LibraryWrite = (typeof LIBRARY_WRITES)[number];

/** Everything that a person with all roles may do in a library. Each prepares its subject and returns the call. */
export function libraryWrites(server: TestServer, m: Meeting): Record<LibraryWrite, () => Promise<Call>> {
  return {
    'create a record': async () => {
      const body = await m.wizard();
      return () => m.eva.call('recordCreate', { body });
    },
    'create an entry': async () => {
      const body = await m.entry();
      return () => m.eva.call('entryCreate', { body });
    },
    'create a batch': async () => {
      const items = [await m.entry()];
      return () => m.each(m.eva.call('createBatch', { body: { items } }));
    },
    'send new documents': async () => {
      const { labels = [] } = await m.entry();
      const body = recordsBundle([{ group: m.library.id, labels, bytes: someBytes() }]);
      return () =>
        m.each(
          m.eva
            .fetch('/docs/send', { method: 'POST', headers: { 'content-type': BUNDLE_TYPE }, body })
            .then(async (response) => ({
              status: response.status,
              headers: response.headers,
              body: contract.recordsSend.result.parse(await response.json()),
            })),
        );
    },
    'edit a record': async () => {
      const { record: id } = await m.document();
      const rev = await m.revOf(id);
      return () => m.eva.call('recordUpdate', { params: { id }, body: { rev, notes: 'Otra nota' } });
    },
    'set its authors': async () => {
      const { record: id } = await m.document();
      return () => m.eva.call('recordAuthors', { params: { id }, body: { authors: [m.evaPerson.id] } });
    },
    'move it': async () => {
      const items = [{ record: (await m.document()).record }];
      const folder = await m.folderNamed('Destino');
      return () => m.each(m.eva.call('batchMove', { body: { items, group: m.library.id, folder } }));
    },
    'delete it': async () => {
      const { record: id } = await m.document();
      return () => m.eva.call('recordDelete', { params: { id } });
    },
    'judge it': async () => {
      const body = { ...(await m.document()), state: STATE.approved };
      return () => m.eva.call('reviewCreate', { body });
    },
    'judge it in a batch': async () => {
      const items = await seenBy(m.eva, [(await m.document()).record]);
      return () => m.each(m.eva.call('batchState', { body: { items, state: STATE.approved } }));
    },
    'restore a version': async () => {
      const { record, version: id } = await m.document();
      const { _id: base } = await addVersion(server, m.ana, record, id);
      return () => m.eva.call('versionRestore', { params: { id }, body: { base } });
    },
    'discard a version': async () => {
      const { record, version } = await m.document();
      const { _id: id } = await addVersion(server, m.ana, record, version);
      return () => m.eva.call('versionDiscard', { params: { id } });
    },
    'confirm a version': async () => {
      const { record, version: base } = await m.document();
      const { _id, key } = await startVersion(m.eva, record, base);
      const bytes = someBytes();
      await upload(server, m.eva, key ?? '', bytes);
      return () => confirmBytes(m.eva, _id, bytes);
    },
    'make a folder': async () => () => m.makeFolder(m.eva, 'Nueva'),
    'make folders': async () => () =>
      m.eva.call('folderCreateBatch', {
        body: { group: m.library.id, items: [{ parent: null, name: 'Nueva' }] },
      }),
    'rename a folder': async () => {
      const id = await m.folderNamed('Vieja');
      return () => m.eva.call('folderUpdate', { params: { id }, body: { name: 'Nueva' } });
    },
    'remove a folder': async () => {
      const id = await m.folderNamed('Vieja');
      return () => m.removeFolder(m.eva, id);
    },
    'comment on it': async () => {
      const body = { ...(await m.document()), text: 'Falta el plazo' };
      return () => m.eva.call('commentCreate', { body });
    },
    'resolve a comment': async () => {
      const body = { ...(await m.document()), text: 'Falta el plazo' };
      const { _id: id } = await m.ana.ok('commentCreate', { body });
      return () => m.eva.call('commentResolve', { params: { id }, body: { resolved: true, rev: 0 } });
    },
    'ask for a review': async () => {
      const body = { ...(await m.document()), message: 'Por favor' };
      return () => m.eva.call('reviewRequest', { body });
    },
    'make a rule': async () => {
      const folder = await m.folderNamed('Con regla');
      const label = await server.make.label(m.organization);
      const match = { documentType: null, labelsAll: [label], labelsAny: [], titlePattern: '' };
      const body = { folder, name: 'Una regla', appliesTo: 'folder', match, responsible: null } as const;
      return () => m.eva.call('ruleCreate', { body: { ...body, validity: { basis: 'none' } } });
    },
  };
}
