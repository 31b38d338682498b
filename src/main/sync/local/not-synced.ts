import { isCovered, isIgnored } from '#shared/platform/files/ignored-names.ts';
import type { EmptyFolder } from '../planner/operations.ts';
import { joinPath } from '../planner/trees.ts';
import type { FileEntry } from '../ports/files.ts';
import { readableName } from './broken-names.ts';

/** Something in the sync folder that is never synced though a person may expect it to be. */
export interface NotSynced {
  readonly path: string;
  readonly reason:
    | 'link'
    | 'special'
    | 'broken-name'
    | 'temporary-folder'
    | 'temporary-file'
    | 'backup'
    | EmptyFolder['reason']
    /** It lies in none of the libraries that are synced here. */
    | 'outside';
  /** A name under which it would be synced. */
  readonly proposed?: string | undefined;
  /** The bytes of a name that is not valid UTF-8, in hex. */
  readonly rawName?: string | undefined;
}

/** Temporary files of running programs come and go: one that lies there for an hour is reported. */
const OLD_MS = 3_600_000;
/** Files that systems and office programs leave beside documents: nobody misses them elsewhere. */
const NOISE = new RegExp(
  [
    String.raw`^(~\$|\.~|~wr|\.ds_store$|\._|(eh)?thumbs\.db$|desktop\.ini$|\.directory$|icon\r$)`,
    // Locks, and files that were removed while a program had them open.
    String.raw`^(\.#|\.fuse_hidden|\.nfs[\da-f]{8})`,
    String.raw`\.(dwl2?|laccdb|ldb|idlk)$`,
  ].join('|'),
  'iu',
);

/** Whether only systems and office programs make files of this name. */
export const isNoiseName = (name: string): boolean => NOISE.test(name);

/**
 * The entries of a folder that are not synced and should be reported.
 * @param own the person's own patterns: what they cover was asked for, and is not reported
 * @param now milliseconds of the epoch
 */
export function notSyncedIn(
  folder: string,
  listed: readonly FileEntry[],
  own: readonly string[],
  now: number,
): NotSynced[] {
  const found: NotSynced[] = [];
  for (const entry of listed) {
    const said = notSynced(entry, listed, now);
    if (said && !isCovered(entry.name, own)) found.push({ ...said, path: joinPath(folder, entry.name) });
  }
  return found;
}

function notSynced(
  entry: FileEntry,
  listed: readonly FileEntry[],
  now: number,
): Omit<NotSynced, 'path'> | undefined {
  const { name, kind, special, rawName, size, modifiedAt } = entry;
  if (special === 'broken-name' && rawName)
    return {
      reason: 'broken-name',
      rawName,
      proposed: freeName(readableName(Buffer.from(rawName, 'hex')), listed),
    };
  if (isNoiseName(name) || special === 'unreadable') return undefined;
  if (special) return isIgnored(name) ? undefined : { reason: special === 'link' ? 'link' : 'special' };
  if (!isIgnored(name)) return undefined;
  const proposed = freeName(withoutTemporaryEnd(name), listed);
  if (kind === 'folder') return { reason: 'temporary-folder', proposed };
  // An editor's backup beside its document.
  const isBackup = name.endsWith('~') && listed.some((other) => other.name === name.slice(0, -1));
  if (isBackup || size === 0 || now - modifiedAt < OLD_MS) return undefined;
  return { reason: 'temporary-file', proposed };
}

const TEMPORARY_END =
  /(~+|\.tmp|\.part|\.crdownload|\.download|\.opdownload|\.partial|\.filepart|\.fdmdownload|\.sb-[\da-f]{8}-\w{6})$/iu;

function withoutTemporaryEnd(name: string): string {
  const bare = name.replace(/^#(.+)#$/u, '$1');
  const cut = bare.replace(TEMPORARY_END, '').replace(/[\s.]+$/u, '');
  // A name that is ignored for its end needs another end; one that is ignored for its beginning, another beginning.
  const [first] = [cut, `${name}_`, `_${cut}`].filter((each) => each !== '' && !isIgnored(each));
  return first ?? `_${name}_`;
}

/** A name that is free in this folder. */
function freeName(wanted: string, listed: readonly FileEntry[]): string {
  const taken = new Set(listed.map(({ name }) => name.normalize('NFC').toLowerCase()));
  const dot = wanted.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, ''];
  let name = wanted;
  for (let n = 2; taken.has(name.normalize('NFC').toLowerCase()); n += 1) name = `${stem} (${n})${extension}`;
  return name;
}
