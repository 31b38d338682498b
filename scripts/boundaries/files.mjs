import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** @returns the paths of all files below a folder, whatever their depth */
export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
