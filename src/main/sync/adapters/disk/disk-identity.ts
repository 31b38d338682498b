import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import type { FileEntry, Special } from '../../ports/files.ts';
import { unlinkExpected } from './disk-removal.ts';

/** device:inode, with the time of birth where the disk has one, because inode numbers are reused. */
export function identityOf(stats: BigIntStats, stable: boolean): string {
  const birth = stable ? `:${stats.birthtimeNs}` : '';
  return `${stats.dev}:${stats.ino}${birth}`;
}

/** The same without the device, whose number may be another one each time that the disk is mounted. */
export const birthmarkOf = (stats: BigIntStats): string => `${stats.ino}:${stats.birthtimeNs}`;

/** What the engine knows of a file before it reads it. */
export function entryOf(name: string, stats: BigIntStats, stable: boolean): FileEntry {
  const special = specialOf(stats);
  return {
    ...(special ? { special } : {}),
    name,
    kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other',
    identity: identityOf(stats, stable),
    stamp: `${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`,
    size: Number(stats.size),
    modifiedAt: Number(stats.mtimeNs) / 1e6,
  };
}

function specialOf(stats: BigIntStats): Special | undefined {
  if (stats.isFile() || stats.isDirectory()) return undefined;
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isFIFO()) return 'pipe';
  return stats.isSocket() ? 'socket' : 'device';
}

/** Whether times of birth are kept: some disks report another time instead, which changes later. */
export async function keepsBirthTime(root: string): Promise<boolean> {
  const probe = join(root, `.legajo-probe-${randomUUID()}`);
  await fs.writeFile(probe, '');
  try {
    const before = await fs.lstat(probe, { bigint: true });
    await fs.utimes(probe, 1, 1);
    await fs.chmod(probe, 0o600);
    const after = await fs.lstat(probe, { bigint: true });
    return before.birthtimeNs > 0n && before.birthtimeNs === after.birthtimeNs;
  } finally {
    unlinkExpected(probe, () => true);
  }
}
