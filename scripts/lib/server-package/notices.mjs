import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { licencesAt } from '../licences.mjs';

const TEXT = /^(licen[cs]e|copying|notice)[^/]*$/i;

function textsOf(folder, path) {
  const names = readdirSync(join(folder, path)).filter((name) => TEXT.test(name));
  return names.sort().flatMap((name) => {
    try {
      return [readFileSync(join(folder, path, name), 'utf8').trim()];
    } catch {
      // A folder of that name.
      return [];
    }
  });
}

/**
 * Whose work the package contains: each package with its version, licence and the hash by which the lock file knows it;
 * then the texts of the licences, each once.
 *
 * @param places in node_modules, of what lies beside the server and of what the web page was built from
 * @throws where one may not be shipped
 */
export function notices(project, places) {
  const licences = licencesAt(project, places);
  const refused = licences.filter(({ allowed }) => !allowed);
  if (refused.length > 0)
    throw new Error(`not allowed: ${refused.map(({ name, licence }) => `${name} (${licence})`).join(', ')}`);
  const lines = licences.map(({ name, version, licence }, index) => {
    const { integrity } = project.lock.packages[places[index]];
    return `${name}@${version}\t${licence}\t${integrity}`;
  });
  const texts = new Map();
  for (const [index, path] of places.entries())
    for (const text of textsOf(project.folder, path))
      texts.set(text, [...(texts.get(text) ?? []), licences[index].name]);
  const told = [...texts].map(([text, names]) => `${'-'.repeat(80)}\n${names.join(', ')}\n\n${text}\n`);
  return `What others wrote of this package: name, licence, hash in package-lock.json.\n\n${lines.join('\n')}\n\n${told.join('\n')}`;
}
