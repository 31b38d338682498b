// npm run licences [-- folder] [--quiet]: lists the licence of every shipped package, and checks that it is allowed.
import { licencesOf } from './lib/licences.mjs';
import { readProject } from './lib/lock.mjs';
import { root } from './lib/paths.mjs';

const args = process.argv.slice(2);
const quiet = args.includes('--quiet');
const licences = licencesOf(readProject(args.find((arg) => !arg.startsWith('--')) ?? root));
if (!quiet)
  for (const { name, version, licence } of licences)
    console.log(`${licence ?? 'unknown'}\t${name}@${version}`);
const refused = licences.filter(({ allowed }) => !allowed);
for (const { name, version, licence } of refused)
  console.error(
    `${name}@${version} is under ${licence ?? 'no licence that it names'}, which scripts/lib/licences.mjs does not allow`,
  );
process.exitCode = refused.length === 0 ? 0 : 1;
