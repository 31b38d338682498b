import { diskName, RETIRED_FOLDER, splitExtension, uniqueDiskName } from '#shared/platform/files/names.ts';
import { baseName, joinPath } from '../planner/trees.ts';
import { FilesError } from '../ports/files.ts';

/** The engine's own folder below the sync root, on the same volume as the documents. */
export const SYSTEM_FOLDER = '.legajo';
/** Stands for the journal in errors: nothing can be done that cannot be noted there. */
export const JOURNAL = 'journal';
export const ROOT_MARKER = `${SYSTEM_FOLDER}/root.json`;
export const DOWNLOADS = `${SYSTEM_FOLDER}/tmp`;
export const SPOOL = `${SYSTEM_FOLDER}/up`;
export const ASIDE = `${SYSTEM_FOLDER}/aside`;
/** Where people's work is moved when its place is gone or no longer theirs; they find it beside the libraries. */
export const QUARANTINE = RETIRED_FOLDER;

/** The nth name of several that would be the same, with its number before the extension: `Acta (2).pdf`. */
export function numberedName(name: string, n: number): string {
  const { stem, extension } = splitExtension(name);
  return n === 1 ? name : `${stem} (${n})${extension}`;
}

/**
 * The name of a folder for what is retired: the wanted one, or the next that nothing takes but a folder, such as
 * `Retirados (2)`.
 * @param isTaken whether something that is no folder has this name
 */
export async function retiredName(
  wanted: string,
  isTaken: (name: string) => Promise<boolean>,
): Promise<string> {
  for (let n = 1; ; n += 1) {
    const name = numberedName(wanted, n);
    if (!(await isTaken(name))) return name;
  }
}

/** Stands for a library's folder where the library is unknown. */
export const RECOVERED = `Legajo/${RETIRED_FOLDER}/recuperado`;

/** Checks an id that becomes a file name. The server's ids are checked on arrival too. */
function asName(id: string): string {
  if (!/^[\w-]{1,100}$/.test(id)) throw new FilesError('outside', id);
  return id;
}

/** The file of a download until it is complete. It is named by the version, so that a later attempt continues it. */
export function downloadPath(versionId: string): string {
  return `${DOWNLOADS}/${asName(versionId)}`;
}

/** The copy of an upload's bytes, as they were when it began. */
export function spoolPath(opId: string): string {
  return `${SPOOL}/${asName(opId)}`;
}

/** The copies of several small files, one after the other: files of their own would cost more than their bytes. */
export function packPath(id: string): string {
  return `${SPOOL}/${asName(id)}`;
}

/** What the name of a replaced file says, even where the journal is lost. */
export interface AsideName {
  /** The bytes that the server was known to have when it was replaced. */
  readonly sha256: string;
  readonly recordId: string;
  /** The version that it held; missing in names of earlier releases. */
  readonly base: string | undefined;
}

/** The second name of a file that is about to be replaced. */
export function asideName({ sha256, recordId, base }: AsideName, opId: string): string {
  return [sha256, recordId, ...(base === undefined ? [] : [base]), opId].map(asName).join('.');
}

/** Parses a name in `aside`; `undefined` where it is not one of the engine's. */
export function readAside(name: string): AsideName | undefined {
  const [sha256, recordId, ...rest] = name.split('.');
  if (sha256?.length !== 64 || !recordId || rest.length === 0 || rest.length > 2) return undefined;
  return { sha256, recordId, base: rest.length === 2 ? rest[0] : undefined };
}

/** The folder of a library: `<organización>/<biblioteca>`. */
export function libraryPath(organization: string, library: string, taken: ReadonlySet<string>): string {
  return joinPath(diskName(organization), uniqueDiskName(library, taken));
}

/**
 * Where a file is moved when it is put aside: `<organización>/Retirados/<biblioteca>/<carpetas…>/<nombre>`. A file
 * outside of every library (after a lost journal) gets a folder of its own.
 */
export function retiredPath(path: string): string {
  const [organization, ...below] = path.split('/');
  if (!organization || below.length < 2 || organization === SYSTEM_FOLDER)
    return joinPath(RECOVERED, baseName(path));
  return [organization, QUARANTINE, ...below].join('/');
}
