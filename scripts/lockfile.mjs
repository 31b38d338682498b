// npm run lockfile [-- folder]: checks that every package in package-lock.json comes from the public registry with a
// SHA-512, matches package.json, and has no install script that nobody has reviewed. Works without installed packages.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProject } from './lib/lock.mjs';
import { lockfileFaults } from './lib/lockfile-faults.mjs';
import { root } from './lib/paths.mjs';

const folder = process.argv[2] ?? root;
const npmrc = join(folder, '.npmrc');
const project = readProject(folder);
const faults = lockfileFaults(project, existsSync(npmrc) ? readFileSync(npmrc, 'utf8') : '');
for (const fault of faults) console.error(fault);
if (faults.length === 0)
  console.log(
    `${Object.keys(project.lock.packages).length - 1} packages, each from the registry and with its hash`,
  );
process.exitCode = faults.length === 0 ? 0 : 1;
