import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, one by one: where the system forbids it (`/proc`), Node's own `recursive` tries
 * for ever.
 */
export function makeFolders(path: string, mode: number): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = dirname(path);
  if (above !== path) makeFolders(above, mode);
  mkdirSync(path, { mode });
}
