import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** @returns the paths of all files below a folder, whatever their depth; none where it does not exist */
export function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
