import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SYSTEM_ERRORS } from '../../engine/failures.ts';
import { FilesError, type FilesErrorCode } from '../../ports/files.ts';

/** Disks without hard links answer one of these. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);

/** Whether a disk has just said that it knows no hard links. */
export function hasNoLinks(error: unknown): boolean {
  return NO_LINKS.has((error as NodeJS.ErrnoException).code ?? '');
}

/** The system's name of an error, such as EACCES; `undefined` where it is none of the system's. */
function errnoOf(error: unknown): string | undefined {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (typeof code !== 'string' || !(code in SYSTEM_ERRORS || syscall !== undefined)) return undefined;
  return /^(E[A-Z0-9]+|UNKNOWN)$/.test(code) ? code : undefined;
}

/** The engine's code for an error of the system's; `undefined` for what is no error of the system's. */
export function codeOf(error: unknown): FilesErrorCode | undefined {
  const errno = errnoOf(error);
  return errno === undefined ? undefined : (SYSTEM_ERRORS[errno]?.code ?? 'failed');
}

/** Not allowed there. */
const DENIED = new Set(['EACCES', 'EPERM', 'EROFS']);

/** One of the two paths of a call, as the engine calls it and on the disk. */
interface End {
  readonly path: string;
  readonly absolute: string;
}

/**
 * The same for a call with two paths. It is told of where something went, but of where it came from if only that does not
 * let it: a document in a folder that may not be written in is one item; where the engine's own folder may not, nothing can
 * be done.
 */
export async function filesErrorOfTwo(error: unknown, from: End, to: End): Promise<unknown> {
  if (!DENIED.has(errnoOf(error) ?? '')) return filesError(error, to.path);
  const [isLetIn, isLetOut, isLetRead] = await Promise.all([
    allows(dirname(to.absolute), constants.W_OK | constants.X_OK),
    allows(dirname(from.absolute), constants.W_OK | constants.X_OK),
    allows(from.absolute, constants.R_OK),
  ]);
  return filesError(error, isLetIn && !(isLetOut && isLetRead) ? from.path : to.path);
}

/** Whether the system says so: on Windows it says it of everything, and the error is told of the second path. */
function allows(absolute: string, mode: number): Promise<boolean> {
  return access(absolute, mode).then(
    () => true,
    () => false,
  );
}

/** The error as the engine tells cases apart; what is none of the system's stays as it is. */
export function filesError(error: unknown, path: string): unknown {
  const code = error instanceof FilesError ? undefined : codeOf(error);
  return code ? new FilesError(code, path, errnoOf(error)) : error;
}
