import { join } from 'node:path';
import { STATE } from '#shared/access/states.ts';
import type { Api } from '../fixtures/api.ts';

/** A draft, or a version that was saved from a desktop. */
const IN_WORK = new Set<number>([STATE.draft, STATE.pendingReview]);

/** A document of the library Calidad that its author may edit, and its path on disk. */
export async function someDocument(api: Api, root: string) {
  const libraries = await api.call('groupsByMember', {});
  const library = libraries.find(({ name }) => name === 'Calidad');
  if (!library) throw new Error('there is no library Calidad');
  const found = await api.call('recordSearch', { query: { group: library._id, name: 'docx', facets: 'no' } });
  const item = found.items.find(
    ({ file, state, face }) => file.name.endsWith('.docx') && IN_WORK.has(state) && face === 'working',
  );
  if (!item) throw new Error('the author works on no DOCX');
  const record = await api.call('recordById', { params: { id: item._id } });
  const folders = await api.call('foldersByGroup', { params: { group: library._id } });
  const names: string[] = [];
  for (let at = record.folder?._id; at; ) {
    const folder = folders.find(({ _id }) => _id === at);
    if (!folder) throw new Error('its folder is not listed');
    names.unshift(folder.name);
    at = folder.parent ?? undefined;
  }
  const file = join(root, 'Constructora Andes SpA', library.name, ...names, record.diskName);
  return { id: record._id, title: record.title, file };
}
