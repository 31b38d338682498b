import { join } from 'node:path';
import log4 from 'electron-log/node';

/** One file of this size, and the one before it. */
const MAX_BYTES = 1_000_000;

const kept = log4.create({ logId: 'legajo' });
kept.transports.console.format = '[legajo] {text}';
// Until it is known where: tests, and what comes before the settings, go to the console alone.
kept.transports.file.level = false;

/** Lines are kept from now on in `legajo.log`, and those before them in `legajo.old.log`. */
export function startFileLog(folder: string): void {
  kept.transports.file.resolvePathFn = () => logFile(folder);
  kept.transports.file.maxSize = MAX_BYTES;
  kept.transports.file.format = '{iso} {level} {text}';
  kept.transports.file.level = 'info';
}

export const logFile = (folder: string): string => join(folder, 'legajo.log');

/** Lines on the console of whoever started the app, and in its file; never tokens, passwords or document names. */
export const log = {
  info: (message: string): void => kept.info(message),
  warn: (message: string): void => kept.warn(message),
  error: (message: string, error?: unknown): void =>
    kept.error(message, error instanceof Error ? error.message : (error ?? '')),
};
