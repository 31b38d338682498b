import { diskName, RETIRED_FOLDER, uniqueDiskName } from '#shared/domain/names.ts';
import { baseName, joinPath, parentPath } from './trees.ts';

/** Where the engine keeps its own things below the sync root, on the same volume as the documents. */
export const SYSTEM_FOLDER = '.legajo';
export const ROOT_MARKER = `${SYSTEM_FOLDER}/root.json`;
export const DOWNLOADS = `${SYSTEM_FOLDER}/tmp`;
export const SPOOL = `${SYSTEM_FOLDER}/up`;
export const ASIDE = `${SYSTEM_FOLDER}/aside`;
/** Where edited files go whose record is no longer this person's to see; people find it beside the libraries. */
export const QUARANTINE = RETIRED_FOLDER;

/** In place of a library's folder, for what belongs to none that is known. */
export const RECOVERED = 'Legajo/recuperado';

/** A download's bytes until they are complete; named by the version, so that a later attempt goes on. */
export function downloadPath(versionId: string): string {
  return `${DOWNLOADS}/${versionId}`;
}

/** The bytes of an upload, as they were when it began. */
export function spoolPath(opId: string): string {
  return `${SPOOL}/${opId}`;
}

/** The second name of a file that is about to be replaced. */
export function asidePath(sha256: string, recordId: string, opId: string): string {
  return `${ASIDE}/${sha256}.${recordId}.${opId}`;
}

/** Reads a name in `aside`; `undefined` where it is none of ours. */
export function readAside(name: string): { sha256: string; recordId: string } | undefined {
  const [sha256, recordId, opId] = name.split('.');
  return sha256?.length === 64 && recordId && opId ? { sha256, recordId } : undefined;
}

/** The folder of a library: `<organización>/<biblioteca>`. */
export function libraryPath(organization: string, library: string, taken: ReadonlySet<string>): string {
  return joinPath(diskName(organization), uniqueDiskName(library, taken));
}

/** Where a library's quarantined files go. */
export function quarantineFolder(library: string): string {
  return joinPath(joinPath(parentPath(library), QUARANTINE), baseName(library));
}
