import { diskName, RETIRED_FOLDER, uniqueDiskName } from '#shared/platform/names.ts';
import { baseName, joinPath } from '../planner/trees.ts';
import { FilesError } from '../ports/files.ts';

/** Where the engine keeps its own things below the sync root, on the same volume as the documents. */
export const SYSTEM_FOLDER = '.legajo';
export const ROOT_MARKER = `${SYSTEM_FOLDER}/root.json`;
export const DOWNLOADS = `${SYSTEM_FOLDER}/tmp`;
export const SPOOL = `${SYSTEM_FOLDER}/up`;
export const ASIDE = `${SYSTEM_FOLDER}/aside`;
/** Where people's work goes whose place is no longer theirs, or is gone; they find it beside the libraries. */
export const QUARANTINE = RETIRED_FOLDER;

/** In place of a library's folder, for what belongs to none that is known. */
export const RECOVERED = `Legajo/${RETIRED_FOLDER}/recuperado`;

/** Ids that become names of files here: the server's, checked where they come in, and once more. */
function asName(id: string): string {
  if (!/^[\w-]{1,100}$/.test(id)) throw new FilesError('outside', id);
  return id;
}

/** A download's bytes until they are complete; named by the version, so that a later attempt goes on. */
export function downloadPath(versionId: string): string {
  return `${DOWNLOADS}/${asName(versionId)}`;
}

/** The bytes of an upload, as they were when it began. */
export function spoolPath(opId: string): string {
  return `${SPOOL}/${asName(opId)}`;
}

/** What the name of a replaced file says of it, also where the journal is lost. */
export interface AsideName {
  /** What the server was known to have of it, when it was replaced. */
  readonly sha256: string;
  readonly recordId: string;
  /** The version that it held; missing in names of earlier releases. */
  readonly base: string | undefined;
}

/** The second name of a file that is about to be replaced. */
export function asideName({ sha256, recordId, base }: AsideName, opId: string): string {
  return [sha256, recordId, ...(base === undefined ? [] : [base]), opId].map(asName).join('.');
}

/** Reads a name in `aside`; `undefined` where it is none of ours. */
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
 * Where what lies at a path goes when it is put aside: `<organización>/Retirados/<biblioteca>/<carpetas…>/<nombre>`. What
 * lies in no library (a file of a lost journal) goes to a folder of its own.
 */
export function retiredPath(path: string): string {
  const [organization, ...below] = path.split('/');
  if (!organization || below.length < 2 || organization === SYSTEM_FOLDER)
    return joinPath(RECOVERED, baseName(path));
  return [organization, QUARANTINE, ...below].join('/');
}
