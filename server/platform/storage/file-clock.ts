import { randomUUID } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CLOCK_SKEW_SECONDS } from '../clock-skew.ts';
import type { Deps } from '../deps.ts';
import { databaseTime } from '../shared-clock.ts';

/** The time that a file gets which is written into this folder now, in milliseconds of the epoch. */
export async function fileTime(folder: string): Promise<number> {
  const probe = join(folder, `clock-${randomUUID()}`);
  try {
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    return (await stat(probe)).mtimeMs;
  } finally {
    await rm(probe, { force: true });
  }
}

/**
 * Whether files are dated by the same time as rows, to a minute. Where they are not, a file that came just now may look
 * a year old: nothing may be deleted by its age. Logs the difference.
 */
export async function areFilesDatedRight({
  db,
  log,
  storage,
}: Pick<Deps, 'db' | 'log'> & { readonly storage: { readonly incoming: string } }): Promise<boolean> {
  const before = await databaseTime(db);
  const written = await fileTime(storage.incoming);
  const after = await databaseTime(db);
  const bound = CLOCK_SKEW_SECONDS * 1000;
  if (written >= before - bound && written <= after + bound) return true;
  log.error(
    { seconds: Math.round((written - after) / 1000) },
    'files are dated differently from the database: none is deleted by its age until both agree',
  );
  return false;
}
