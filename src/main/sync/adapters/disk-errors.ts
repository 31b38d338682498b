import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SYSTEM_ERRORS } from '../failures.ts';
import { FilesError, type FilesErrorCode } from '../ports/files.ts';

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

/**
 * The same for a call with two paths: told of the one that does not let it, for what it stops depends on that. A document in
 * a folder that may not be written in is one item; where the engine's own folder may not, nothing can be done.
 *
 * @param from the path that it was taken from, or read from
 * @param to the other one, and the absolute path of it
 */
export async function filesErrorOfTwo(
  error: unknown,
  from: string,
  to: { readonly path: string; readonly absolute: string },
): Promise<unknown> {
  if (!DENIED.has(errnoOf(error) ?? '')) return filesError(error, to.path);
  const isOther = await access(dirname(to.absolute), constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return filesError(error, isOther ? from : to.path);
}

/** The error as the engine tells cases apart; what is none of the system's stays as it is. */
export function filesError(error: unknown, path: string): unknown {
  const code = error instanceof FilesError ? undefined : codeOf(error);
  return code ? new FilesError(code, path, errnoOf(error)) : error;
}
