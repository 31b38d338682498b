import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Gives folders the app's icon by the means of one system's file manager, and takes it from them again. */
export interface FolderIconWriter {
  /** Does nothing to a folder that its person gave a look of their own. */
  put(folder: string): Promise<void>;
  /** Takes away what `put` made, and nothing else. */
  take(folder: string): Promise<void>;
}

/**
 * Runs a program of the system to its end, without a shell.
 *
 * @returns what it printed
 * @throws where it is not there, takes too long, or ends with another code than 0
 */
export type Run = (program: string, args: readonly string[]) => Promise<string>;

const LIMIT_MS = 10_000;

export const runProgram: Run = async (program, args) =>
  (await promisify(execFile)(program, [...args], { timeout: LIMIT_MS, windowsHide: true })).stdout;
