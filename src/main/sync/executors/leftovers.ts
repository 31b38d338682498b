import { DOWNLOADS, SPOOL } from '../engine/layout.ts';
import { syncedRecord, type Work } from '../engine/work/work.ts';
import { joinPath } from '../planner/trees.ts';
import { dropOwn } from './removal.ts';

/** Which unfinished downloads stay, by record. */
export interface KeptDownloads {
  isWanted(id: string): boolean;
  /** Its bytes are coming just now. */
  isRunning(id: string): boolean;
}

/**
 * Removes unfinished downloads that are not wanted any more, and copies of bytes whose upload has ended. Where the
 * server did not accept them, `releaseSpool` has made sure that their person still has them.
 */
export async function sweepLeftovers(
  work: Pick<Work, 'files' | 'memory'>,
  { isWanted, isRunning }: KeptDownloads,
): Promise<void> {
  const { remote, operations } = work.memory.content;
  const wanted = new Set<string>();
  for (const node of remote.values()) {
    if (node.kind !== 'record') continue;
    // After a crash a finished download may still have its second name here.
    const synced = syncedRecord(work, node.id);
    const isComing = synced?.versionId !== node.version.id && !synced?.stopped && isWanted(node.id);
    if (isComing || isRunning(node.id)) wanted.add(node.version.id);
  }
  await sweep(work, DOWNLOADS, (name) => wanted.has(name));
  const packs = new Set([...operations.values()].map(({ pack }) => pack?.id));
  await sweep(work, SPOOL, (name) => operations.has(name) || packs.has(name));
}

/** Removes all unfinished downloads. They come again. */
export async function dropDownloads(files: Work['files']): Promise<void> {
  await sweep({ files }, DOWNLOADS, () => false);
}

async function sweep(
  work: Pick<Work, 'files'>,
  folder: string,
  keep: (name: string) => boolean,
): Promise<void> {
  for (const { name } of (await work.files.list(folder)) ?? []) {
    if (!keep(name)) await dropOwn(work.files, joinPath(folder, name));
  }
}
