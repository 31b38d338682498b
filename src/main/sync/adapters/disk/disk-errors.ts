import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SYSTEM_ERRORS } from '../../engine/failures/failures.ts';
import { FilesError, type FilesErrorCode } from '../../ports/files.ts';

/** The errors of disks without hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);

/** Whether an error says that the disk has no hard links. */
export function hasNoLinks(error: unknown): boolean {
  return NO_LINKS.has((error as NodeJS.ErrnoException).code ?? '');
}

/** The system's code of an error, such as EACCES; `undefined` for an error that the system did not make. */
function errnoOf(error: unknown): string | undefined {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (typeof code !== 'string' || !(code in SYSTEM_ERRORS || syscall !== undefined)) return undefined;
  return /^(E[A-Z0-9]+|UNKNOWN)$/.test(code) ? code : undefined;
}

/** The engine's code for an error of the system; `undefined` for any other error. */
export function codeOf(error: unknown): FilesErrorCode | undefined {
  const errno = errnoOf(error);
  return errno === undefined ? undefined : (SYSTEM_ERRORS[errno]?.code ?? 'failed');
}

/** The errors of missing rights. */
const DENIED = new Set(['EACCES', 'EPERM', 'EROFS']);

/** One of the two paths of a call: as the engine names it, and on the disk. */
export interface CallPath {
  readonly path: string;
  readonly absolute: string;
}

/**
 * The engine's error for a call with two paths. It names the target, and the source only if that alone refuses. A
 * document in a folder that is not writable blocks one item; where the engine's own folder is not writable, nothing can
 * be done.
 */
export async function filesErrorOfTwo(error: unknown, from: CallPath, to: CallPath): Promise<unknown> {
  if (!DENIED.has(errnoOf(error) ?? '')) return filesError(error, to.path);
  const [isLetIn, isLetOut, isLetRead] = await Promise.all([
    allows(dirname(to.absolute), constants.W_OK | constants.X_OK),
    allows(dirname(from.absolute), constants.W_OK | constants.X_OK),
    allows(from.absolute, constants.R_OK),
  ]);
  return filesError(error, isLetIn && !(isLetOut && isLetRead) ? from.path : to.path);
}

/** Whether the system allows it. Windows says that it allows everything; then the error names the target. */
function allows(absolute: string, mode: number): Promise<boolean> {
  return access(absolute, mode).then(
    () => true,
    () => false,
  );
}

/** An error of the system as the engine's error; any other error unchanged. */
export function filesError(error: unknown, path: string): unknown {
  const code = error instanceof FilesError ? undefined : codeOf(error);
  return code ? new FilesError(code, path, errnoOf(error)) : error;
}
