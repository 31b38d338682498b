import { existsSync, renameSync } from 'node:fs';
import { asFull, SqliteJournal } from './sqlite-journal.ts';

/** SQLite's codes for a damaged database, and for a file that is none. */
const DAMAGED = new Set([11, 26]);

const isDamage = (error: unknown): boolean => DAMAGED.has((error as { errcode?: number }).errcode ?? 0);

/**
 * Opens the journal. A damaged one is put aside and a new one begun: then everything is compared with the server as on
 * a new computer, and only copies of the server's bytes are removed or replaced.
 * @throws where another process holds it; `FilesError` (`full`) where the disk has no room for it
 */
export function openJournal(path: string, now: Date, onLog: (text: string) => void): SqliteJournal {
  try {
    return sound(path);
  } catch (error) {
    if (!isDamage(error)) throw asFull(error);
    const aside = `${path}.damaged-${now.toISOString().replace(/\D/g, '').slice(0, 14)}`;
    for (const end of ['', '-wal', '-shm']) if (existsSync(path + end)) renameSync(path + end, aside + end);
    onLog(`the journal was damaged and is put aside: ${aside}`);
    return new SqliteJournal(path);
  }
}

function sound(path: string): SqliteJournal {
  const journal = new SqliteJournal(path);
  try {
    journal.check();
    return journal;
  } catch (error) {
    journal.close();
    throw error;
  }
}
