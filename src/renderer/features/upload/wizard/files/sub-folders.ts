import type { Folder } from '#shared/documents/folders.schemas.ts';
import { clashKey } from '#shared/platform/files/names.ts';
import { call, fetchEndpoint } from '../../../../api/client.ts';
import { ApiError } from '../../../../api/errors.ts';

/**
 * The subfolders of a file whose folder was dropped, from the outermost: `['Planos', 'Norte']`. Dropzones store the
 * path in `path`, the browser's folder picker in `webkitRelativePath`.
 */
export function foldersOf(file: File): readonly string[] {
  const path = (file as { path?: unknown }).path;
  const given = typeof path === 'string' && path !== '' ? path : file.webkitRelativePath;
  return given
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .slice(0, -1);
}

/** Finds or creates folders below a place, each once, however many files need it. */
export class SubFolders {
  private readonly group: string;
  private readonly root: string | null;
  private readonly made = new Map<string, Promise<string | null>>();
  private known: Promise<Folder[]> | undefined;

  constructor(group: string, root: string | null) {
    this.group = group;
    this.root = root;
  }

  /**
   * The id of the folder at this path, which is created if missing.
   * @throws ApiError if a name is invalid, the path is too deep, or it is not allowed
   */
  async at(path: readonly string[]): Promise<string | null> {
    const name = path.at(-1);
    if (name === undefined) return this.root;
    const key = path.map(clashKey).join('/');
    const waiting = this.made.get(key);
    if (waiting) return waiting;
    const folder = this.at(path.slice(0, -1)).then((parent) => this.findOrMake(parent, name));
    this.made.set(key, folder);
    // Removed, so that the next file tries again.
    folder.catch(() => this.made.delete(key));
    return folder;
  }

  private async findOrMake(parent: string | null, name: string): Promise<string> {
    const found = await this.find(parent, name);
    if (found) return found;
    try {
      const folder = await call('folderCreate', { body: { group: this.group, parent, name } });
      return folder._id;
    } catch (error) {
      // Somebody else created it meanwhile.
      if (!(error instanceof ApiError && error.code === 'name_taken')) throw error;
      this.known = undefined;
      const theirs = await this.find(parent, name);
      if (theirs) return theirs;
      throw error;
    }
  }

  private async find(parent: string | null, name: string): Promise<string | undefined> {
    this.known ??= fetchEndpoint('foldersByGroup', { params: { group: this.group } });
    const key = clashKey(name);
    const folders = await this.known;
    return folders.find((each) => each.parent === parent && clashKey(each.name) === key)?._id;
  }
}
