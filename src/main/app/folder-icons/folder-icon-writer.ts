import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Sets the app's icon on folders by the means of one system's file manager, and removes it. */
export interface FolderIconWriter {
  /** Does nothing to a folder with an icon of its person's choice. */
  put(folder: string): Promise<void>;
  /** Removes what `put` wrote, and nothing else. */
  take(folder: string): Promise<void>;
}

/**
 * Runs a system program to its end, without a shell.
 *
 * @returns its output
 * @throws if it is missing, takes too long, or exits with a code other than 0
 */
export type Run = (program: string, args: readonly string[]) => Promise<string>;

const LIMIT_MS = 10_000;

export const runProgram: Run = async (program, args) =>
  (await promisify(execFile)(program, [...args], { timeout: LIMIT_MS, windowsHide: true })).stdout;
