import { type Api, signInApi } from '../fixtures/api.ts';
import { type Company, PASSWORD } from './company.ts';

/** People who work in the browser, and an admin who restores at the end what was deleted there. */
export class Colleague {
  private readonly url: string;
  private readonly library: string;
  private readonly editors: readonly string[];
  private readonly admin: string;

  constructor(url: string, { library, editors, admin }: Pick<Company, 'library' | 'editors' | 'admin'>) {
    this.url = url;
    this.library = library;
    this.editors = editors;
    this.admin = admin;
  }

  /**
   * Deletes a folder of the library with all documents that the server has in it, each as a person who may. Throws if
   * nobody may, or something new was added.
   */
  async deleteFolder(name: string): Promise<void> {
    const [api, other] = await Promise.all(this.editors.map((email) => signInApi(this.url, email, PASSWORD)));
    if (!api || !other) throw new Error('Nobody is there');
    const folders = await api.call('foldersByGroup', { params: { group: this.library } });
    const wanted = folders.find((folder) => folder.parent === null && folder.name === name);
    if (!wanted) throw new Error(`There is no folder ${name}`);
    // Parents are listed before children.
    const below = [wanted];
    for (const folder of folders) if (below.some(({ _id }) => _id === folder.parent)) below.push(folder);
    for (const { _id } of below.reverse()) {
      await deleteDocuments([api, other], this.library, _id);
      await api.call('folderDelete', { params: { id: _id } });
    }
  }

  /** Restores everything in the bin. */
  async restoreAll(): Promise<void> {
    const api = await signInApi(this.url, this.admin, PASSWORD);
    for (let page = await api.call('bin', { query: { limit: '50' } }); page.items.length > 0; ) {
      await api.call('binRestoreBatch', { body: { records: page.items.map(({ _id }) => _id) } });
      const before = page.items.length;
      page = await api.call('bin', { query: { limit: '50' } });
      if (page.items.length >= before && page.items.length < 50) break;
    }
  }
}

async function deleteDocuments(
  [api, other]: readonly [Api, Api],
  group: string,
  folder: string,
): Promise<void> {
  const query = { group, folder, limit: '200', facets: 'no' } as const;
  const { items } = await api.call('recordSearch', { query } as never);
  for (const { _id } of items) {
    const input = { params: { id: _id } };
    await api.call('recordDelete', input).catch(() => other.call('recordDelete', input));
  }
}
