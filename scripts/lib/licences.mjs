import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registryName, shippedPackages } from './lock.mjs';

/**
 * Licences that may be shipped with an Apache-2.0 product, as packages write them. A person looks at a new one, or a
 * new combination, once. Of alternatives, the first one listed here is taken.
 */
const ALLOWED = [
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0'],
  // A font, and an argument parser under Python's licence.
  ...['OFL-1.1', 'Python-2.0'],
  ...['(MIT AND Zlib)', 'MIT AND ISC AND BSD-3-Clause'],
  ...['(MIT OR CC0-1.0)', '(MIT OR GPL-3.0)', '(MIT OR GPL-3.0-or-later)'],
];
/** Packages without a licence in package.json, with the one in their readme or their LICENSE, by version. */
const READ_BY_US = { 'combine-errors@3.0.3': 'MIT', 'png-js@1.1.0': 'MIT' };

/** The licence from an installed package itself; for other platforms' packages from the lock file. */
function licenceOf(folder, path, entry) {
  const file = join(folder, path, 'package.json');
  const there = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : entry;
  const said = there.license ?? there.licenses?.map?.(({ type }) => type).join(' OR ');
  const id = typeof said === 'object' ? said?.type : said;
  return id ?? READ_BY_US[`${registryName(path, entry)}@${entry.version}`] ?? null;
}

/** @returns name, version and licence of each shipped package, and whether it may be shipped */
export const licencesOf = (project) => licencesAt(project, shippedPackages(project));

/** The same of the packages at the given places. */
export function licencesAt(project, places) {
  return places.map((path) => {
    const entry = project.lock.packages[path];
    const licence = licenceOf(project.folder, path, entry);
    return {
      name: registryName(path, entry),
      version: entry.version,
      licence,
      allowed: ALLOWED.includes(licence),
    };
  });
}
