import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const INSIDE = 'node_modules/';

/** What a project asks for and what its lock file pins. Needs nothing installed. */
export function readProject(folder) {
  const json = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  return { folder, manifest: json('package.json'), lock: json('package-lock.json') };
}

/** The name under which a place in node_modules is imported. */
export const nameAt = (path) => path.slice(path.lastIndexOf(INSIDE) + INSIDE.length);

/** The name under which the registry has it: another one where it is an alias. */
export const registryName = (path, entry) => entry.name ?? nameAt(path);

/** Where Node finds a package that is asked for from a place; null where the lock has none (another platform's). */
export function resolveFrom(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${INSIDE}`)))) {
    const path = `${folder === '' ? '' : `${folder}/`}${INSIDE}${name}`;
    if (packages[path]) return path;
    if (folder === '') return null;
  }
}

/**
 * What is in no production dependency's name, and is shipped all the same: the desktop app's installers carry Electron
 * (without what it is fetched by). Everything else that the builds bundle is imported from `dependencies`, which the
 * boundary `shipped-needs-dependencies` holds.
 */
const CARRIED = ['electron'];

/**
 * Places of the packages that are shipped, in the order of their names. Peers count where they are asked for
 * themselves. npm's own `--omit dev` leaves out what production and development share.
 */
export function shippedPackages({ lock: { packages } }) {
  const found = new Set();
  const waiting = [['', packages['']]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [from, { dependencies, optionalDependencies }] = next;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = resolveFrom(packages, from, name);
      if (path === null || found.has(path)) continue;
      found.add(path);
      waiting.push([path, packages[path]]);
    }
  }
  for (const name of CARRIED) if (packages[INSIDE + name]) found.add(INSIDE + name);
  return [...found].sort();
}
