import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where a domain may have a folder: on the server, in src/shared, and in the renderer. */
const ROOTS = ['server/domains', 'src/shared', 'src/renderer/features'];
/** Parts that can run the tests of single folders. */
const BY_FOLDER = ['unit', 'integration'];

/** @returns each domain with its folders, from the repository's root and ending in a slash */
export function findDomains(root) {
  const domains = new Map();
  for (const room of ROOTS) {
    for (const entry of readdirSync(join(root, room), { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      domains.set(entry.name, [...(domains.get(entry.name) ?? []), `${room}/${entry.name}/`]);
    }
  }
  return domains;
}

/**
 * What `npm test -- NAMES` runs. Named parts run completely, in alphabetical order; no name means all parts. For
 * domains, their unit and integration tests run, or the one of the two that is named with them.
 *
 * @param asked the names
 * @param parts the names of all parts, in the order in which they run
 * @param domains as `findDomains` returns them
 * @returns `{ parts, folders }`, where no folders means all tests, or `{ wrong }` with one sentence
 */
export function chooseTests(asked, parts, domains) {
  const unknown = asked.filter((name) => !parts.includes(name) && !domains.has(name));
  if (unknown.length > 0) {
    const known = [...domains.keys()].sort().join(', ');
    return {
      wrong: `There is no part or domain ${unknown.join(', ')}; the parts are ${parts.join(', ')}; the domains are ${known}.`,
    };
  }
  const folders = asked.flatMap((name) => (parts.includes(name) ? [] : domains.get(name)));
  const named = [...new Set(asked.filter((name) => parts.includes(name)))];
  if (folders.length === 0) return { parts: named.length > 0 ? named : [...parts], folders };
  const whole = named.filter((part) => !BY_FOLDER.includes(part));
  if (whole.length > 0)
    return { wrong: `Only ${BY_FOLDER.join(' and ')} can run one domain, not ${whole.join(', ')}.` };
  return { parts: named.length > 0 ? named : BY_FOLDER, folders };
}

/** @returns how many test files of a part, `unit` or `integration`, lie in these folders */
export function countTestFiles(root, part, folders) {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }))
    .filter((name) => /\.test\.tsx?$/.test(name) && /\.int\.test\./.test(name) === (part === 'integration'))
    .length;
}
