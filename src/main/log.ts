import { join } from 'node:path';
import log4 from 'electron-log/node';

/** One file of this size, and the one before it. */
const MAX_BYTES = 1_000_000;

const kept = log4.create({ logId: 'legajo' });
kept.transports.console.format = '[legajo] {text}';
// Until the folder is known, lines go only to the console: in tests, and before the settings are read.
kept.transports.file.level = false;

/** Starts to write lines to `legajo.log`; older ones move to `legajo.old.log`. */
export function startFileLog(folder: string): void {
  kept.transports.file.resolvePathFn = () => logFile(folder);
  kept.transports.file.maxSize = MAX_BYTES;
  kept.transports.file.format = '{iso} {level} {text}';
  kept.transports.file.level = 'info';
}

export const logFile = (folder: string): string => join(folder, 'legajo.log');

/** Writes lines to the console and to the file; never tokens, passwords or document names. */
export const log = {
  info: (message: string): void => kept.info(message),
  warn: (message: string): void => kept.warn(message),
  error: (message: string, error?: unknown): void =>
    kept.error(message, error instanceof Error ? error.message : (error ?? '')),
};
