import { ASIDE, spoolPath } from '../engine/layout.ts';
import type { Work } from '../engine/work/work.ts';
import { joinPath } from '../planner/trees.ts';
import { FilesError } from '../ports/files.ts';
import type { PendingOperation } from '../ports/journal.ts';
import { dropOwn } from './removal.ts';
import { retireFile } from './retire.ts';

/**
 * Ends an upload whose bytes the server did not accept. Where the original file still has them, the copy is removed.
 * Where its person has gone on writing, the copy is the only place with them, and goes to Retirados.
 */
export async function releaseSpool(work: Work, operation: PendingOperation): Promise<void> {
  const spool = spoolPath(operation.opId);
  if (!(await work.files.stat(spool))) return;
  if (await hasTheBytes(work, operation)) await dropOwn(work.files, spool);
  else await retireFile(work, spool, operation.path);
}

async function hasTheBytes(work: Work, operation: PendingOperation): Promise<boolean> {
  const { identity, stamp, sha256, path, replaced } = operation;
  const origin = replaced === undefined ? path : joinPath(ASIDE, replaced);
  const entry = await work.files.stat(origin);
  if (entry?.kind !== 'file') return false;
  if (entry.identity === identity && entry.stamp === stamp) return true;
  if (entry.size !== operation.size) return false;
  try {
    return (await work.files.hash(origin)).sha256 === sha256;
  } catch (error) {
    if (!(error instanceof FilesError)) throw error;
    return false;
  }
}
