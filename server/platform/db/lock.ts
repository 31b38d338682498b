import { existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../make-folder.ts';

/** Another process holds the data folder. The message is for the person who starts the server. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';
  readonly code = 'data_dir_in_use';
}

export interface DataDirLock {
  /** The last holder did not release: it was killed, or the power went. */
  readonly uncleanStop: boolean;
  /** Call when everything in the folder is closed. */
  release(): void;
}

interface Holder {
  readonly pid: number;
  readonly startedAt: string;
}

const SQLITE_BUSY = 5;
/** What a start of the embedded database may write. */
const ROOM_BYTES = 4 * 1024 ** 2;

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return undefined; // not written yet, or torn by a crash: it only serves the message
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

/** The embedded database ends without a word that helps where it cannot write its log of changes. */
function requireRoom(dataDir: string): void {
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize >= ROOM_BYTES) return;
  throw Object.assign(new Error(`${dataDir} is full`), { code: 'ENOSPC', path: dataDir });
}

/**
 * Takes the data folder for this process, for PGlite has no guard of its own and a second process would corrupt
 * it. The lock is the operating system's, by way of SQLite (Node offers no other), so it ends with the process
 * however that ends. `running.json` beside it says who holds it, and, found by the next one, that the stop was
 * unclean.
 * @throws DataDirInUseError when another holder lives; ENOSPC where the disk is full
 */
export function lockDataDir(dataDir: string): DataDirLock {
  makeFolder(dataDir);
  requireRoom(dataDir);
  const markerPath = join(dataDir, 'running.json');
  const lock = new DatabaseSync(join(dataDir, 'lock.sqlite'), { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    const holder = readHolder(markerPath);
    const who = holder ? ` (process ${holder.pid}, since ${holder.startedAt})` : '';
    throw new DataDirInUseError(
      `Another server${who} is using ${dataDir}. Stop it first, or choose another folder with DATA_DIR.`,
    );
  }
  const uncleanStop = existsSync(markerPath);
  const holder: Holder = { pid: process.pid, startedAt: new Date().toISOString() };
  writeFileSync(markerPath, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  return {
    uncleanStop,
    release() {
      if (!lock.isOpen) return;
      rmSync(markerPath, { force: true });
      lock.close();
    },
  };
}
