import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const INSIDE = 'node_modules/';

/** Reads what a project depends on and what its lock file pins. Works without installed packages. */
export function readProject(folder) {
  const json = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  return { folder, manifest: json('package.json'), lock: json('package-lock.json') };
}

/** The name under which a place in node_modules is imported. */
export const nameAt = (path) => path.slice(path.lastIndexOf(INSIDE) + INSIDE.length);

/** Its name in the registry: another one for an alias. */
export const registryName = (path, entry) => entry.name ?? nameAt(path);

/**
 * The place from which Node loads a package that is imported from a place; null if the lock has none (another
 * platform's).
 */
export function resolveFrom(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${INSIDE}`)))) {
    const path = `${folder === '' ? '' : `${folder}/`}${INSIDE}${name}`;
    if (packages[path]) return path;
    if (folder === '') return null;
  }
}

/**
 * Shipped although it is no production dependency: the desktop app's installers contain Electron (without its
 * downloader). Everything else that the builds bundle is imported from `dependencies`, which the boundary
 * `shipped-needs-dependencies` enforces.
 */
const CARRIED = ['electron'];

/**
 * Places of the shipped packages, sorted by name. Peers count only if something depends on them. npm's own `--omit dev`
 * would leave out packages that production and development share.
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
