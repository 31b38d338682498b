import type { Readable } from 'node:stream';
import type { DownloadChoice } from '#shared/documents/versions.schemas.ts';
import { clashKey, uniqueDiskName } from '#shared/platform/files/names.ts';
import { DOWNLOAD_MAX } from '#shared/platform/limits.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import { BLOCK_BYTES } from '../../../platform/storage/blocks.ts';
import { isNotedDamaged } from '../../../platform/storage/content-blocks.queries.ts';
import { isLeftOut } from '../../../platform/storage/storage-errors.ts';
import { canSeeLibrary } from '../../access/libraries.policy.ts';
import { t } from '../texts.ts';
import { readToEnd } from './content.service.ts';
import {
  countSeen,
  type Downloadable,
  findDownloadable,
  findDownloadFolders,
  findDownloadPlace,
} from './downloads.queries.ts';
import { MissingContent, type MissingNote, type ZipEntry } from './zip.ts';

/**
 * Files up to this size are read to their end before they begin in a zip: what has left cannot be taken back, so damage
 * in the middle of one would cost all documents behind it. Larger ones would leave the connection silent for longer
 * than proxies wait, often a minute.
 */
const CHECKED_BYTES = 1000 ** 3;

export interface Download {
  /** The zip's file name. */
  readonly name: string;
  readonly entries: readonly ZipEntry[];
  readonly size: number;
}

interface FolderNode {
  readonly parent: string | null;
  readonly name: string;
}

export function createDownloadService({ db, storage }: Deps) {
  /** The library that the folders are of, or null for documents that were chosen one by one. */
  async function placeOf(actor: Actor, choice: DownloadChoice) {
    if ('records' in choice) {
      const wanted = [...new Set(choice.records)];
      if ((await countSeen(db, actor, wanted)) < wanted.length) throw notFound();
      return { name: t('zip'), top: null, folders: new Map<string, FolderNode>() };
    }
    const row = await findDownloadPlace(db, actor.organization, choice);
    if (!row || !canSeeLibrary(actor, row.id)) throw notFound();
    const folders = await findDownloadFolders(db, row.id);
    return {
      name: ('folder' in choice ? row.folder : null) ?? row.name,
      top: 'folder' in choice ? choice.folder : null,
      folders: new Map(folders.map((each) => [each.id, each])),
    };
  }

  return {
    /**
     * What a zip holds for this person now: of each document the version that they are served.
     * @throws not_found where something chosen is missing or not visible, download_empty, download_limit
     */
    async plan(actor: Actor, choice: DownloadChoice): Promise<Download> {
      const { name, top, folders } = await placeOf(actor, choice);
      const found = await findDownloadable(db, actor, choice, DOWNLOAD_MAX.documents + 1);
      if (found.length === 0) throw new ApiError('download_empty');
      const size = found.reduce((sum, each) => sum + each.size, 0);
      if (found.length > DOWNLOAD_MAX.documents || size > DOWNLOAD_MAX.bytes) {
        throw new ApiError('download_limit', { ...DOWNLOAD_MAX });
      }
      const flat = 'records' in choice;
      const root = uniqueDiskName(name, new Set());
      const entries = nameEntries(found, (each) =>
        flat ? '' : `${root}/${below(folders, each.folder_id, top)}`,
      );
      return { name: `${root}.zip`, entries, size };
    },
    /** @throws MissingContent where its bytes are damaged, missing or cannot be read */
    async open({ sha256, size }: ZipEntry, gone: AbortSignal): Promise<Readable> {
      try {
        // A noted one may have been restored since, so it is read too. The storage checks a single block as it opens it.
        if (size > BLOCK_BYTES && (size <= CHECKED_BYTES || (await isNotedDamaged(db, sha256))))
          await readToEnd(await storage.open(sha256), gone);
        return await storage.open(sha256);
      } catch (error) {
        if (isLeftOut(error)) throw new MissingContent(sha256);
        throw error;
      }
    },
    /** What a zip says of documents whose bytes are damaged or missing. */
    note: (missing: readonly string[]): MissingNote => ({
      path: t('missing.name'),
      text: `\ufeff${[t('missing.text'), '', ...missing].join('\r\n')}\r\n`,
    }),
  };
}

/** The names of the folders between the top of the zip and a document, each with a slash behind it. */
function below(folders: ReadonlyMap<string, FolderNode>, folder: string | null, top: string | null): string {
  let path = '';
  for (let at = folder; at !== null && at !== top; ) {
    const node = folders.get(at);
    if (!node) break;
    path = `${uniqueDiskName(node.name, new Set())}/${path}`;
    at = node.parent;
  }
  return path;
}

/**
 * Gives each document a path that is unique in the zip. Names are unique within one folder already. Documents from
 * several folders may share one, and then get a number behind it.
 */
function nameEntries(found: readonly Downloadable[], folderOf: (each: Downloadable) => string): ZipEntry[] {
  const taken = new Map<string, Set<string>>();
  return found.map((each) => {
    const folder = folderOf(each);
    const keys = taken.get(folder) ?? new Set<string>();
    taken.set(folder, keys);
    const name = uniqueDiskName(each.disk_name, keys);
    keys.add(clashKey(name));
    return { path: `${folder}${name}`, date: each.date, sha256: each.sha256, size: each.size };
  });
}
