import { packPath, SPOOL, spoolPath } from '../engine/layout.ts';
import type { Work } from '../engine/work/work.ts';
import { FilesError, type Packed } from '../ports/files.ts';
import type { PendingOperation } from '../ports/journal.ts';
import { dropOwn } from './removal.ts';

/**
 * The copies of many small new files lie together in one pack until the server has them. A file that goes on alone, since
 * it was refused or the server wants it otherwise, gets a copy of its own first.
 */

export interface PackedCopies {
  readonly id: string;
  /** By path: the copy, or why the file cannot be read. One that is too large for a pack is not there. */
  readonly copies: ReadonlyMap<string, Packed | FilesError>;
}

/** Copies small files into a new pack. Flushed: the journal must not promise bytes that a power failure could lose. */
export async function packCopies(work: Work, paths: readonly string[]): Promise<PackedCopies> {
  const id = work.newId();
  await work.files.makeFolder(SPOOL);
  const packed = await work.files.pack(paths, packPath(id));
  const copies = new Map<string, Packed | FilesError>();
  for (const [at, copy] of packed.entries()) if (copy) copies.set(paths[at] as string, copy);
  return { id, copies };
}

/** Whether the copy of an upload's bytes is still there. */
export async function hasCopy({ files }: Work, { opId, pack }: PendingOperation): Promise<boolean> {
  return (await files.stat(pack ? packPath(pack.id) : spoolPath(opId))) !== undefined;
}

/** The same upload with a copy of its own; without any where the pack is lost. */
export async function withOwnCopy(work: Work, operation: PendingOperation): Promise<PendingOperation> {
  const { pack, ...own } = operation;
  if (!pack) return operation;
  const part = { at: pack.at, size: operation.size };
  try {
    await work.files.unpack(packPath(pack.id), part, spoolPath(operation.opId));
  } catch (error) {
    const isLost = error instanceof FilesError && (error.code === 'missing' || error.code === 'changed');
    if (!isLost) throw error;
  }
  work.memory.commit([{ type: 'operation', operation: own }]);
  await dropEndedPacks(work, [pack.id]);
  return own;
}

/** Removes those packs of which no upload needs a copy any more. */
export async function dropEndedPacks(work: Work, packs: Iterable<string | undefined>): Promise<void> {
  const ended = new Set(packs);
  for (const { pack } of work.memory.content.operations.values()) ended.delete(pack?.id);
  for (const pack of ended) if (pack) await dropOwn(work.files, packPath(pack));
}
