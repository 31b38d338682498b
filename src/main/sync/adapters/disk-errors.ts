import { FilesError, type FilesErrorCode } from '../ports/files.ts';

const CODES: Record<string, FilesErrorCode> = {
  EEXIST: 'exists',
  ENOTEMPTY: 'exists',
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  EISDIR: 'missing',
  ELOOP: 'outside',
  ENAMETOOLONG: 'denied',
  // More than this disk takes for one file (4 GiB on a memory stick): more room would not help it.
  EFBIG: 'denied',
  EIO: 'busy',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EBUSY: 'busy',
  ETXTBSY: 'busy',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
};
/** Disks without hard links answer one of these. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);

/** Whether a disk has just said that it knows no hard links. */
export function hasNoLinks(error: unknown): boolean {
  return NO_LINKS.has((error as NodeJS.ErrnoException).code ?? '');
}

/** The engine's code for an error of the system's; `undefined` for one that it knows nothing of. */
export function codeOf(error: unknown): FilesErrorCode | undefined {
  return CODES[(error as NodeJS.ErrnoException | undefined)?.code ?? ''];
}

/** The error as the engine tells cases apart; others stay as they are. */
export function filesError(error: unknown, path: string): unknown {
  const code = error instanceof FilesError ? undefined : codeOf(error);
  return code ? new FilesError(code, path) : error;
}
