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
  /** The last holder did not release the lock: it was killed, or the power failed. */
  readonly uncleanStop: boolean;
  /** Call it when everything in the folder is closed. */
  release(): void;
}

interface Holder {
  readonly pid: number;
  readonly startedAt: string;
}

const SQLITE_BUSY = 5;
/** The most that a start of the embedded database writes. */
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

/** Throws ENOSPC early: the embedded database stops without a useful message where it cannot write its log. */
function requireRoom(dataDir: string): void {
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize >= ROOM_BYTES) return;
  throw Object.assign(new Error(`${dataDir} is full`), { code: 'ENOSPC', path: dataDir });
}

/**
 * Locks the data folder for this process: PGlite has no lock of its own, and a second process would corrupt it. The
 * lock is the operating system's, through SQLite (Node offers no other), so it ends with the process in any case.
 * `running.json` beside it says who holds it; if the next process finds it, the stop was unclean.
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
