import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameAt, resolveFrom } from '../lock.mjs';

/** Packages that others name and the server never loads: types, clients of stores that it does not use, a canvas. */
const NOT_LOADED = /^(@types\/.*|undici-types|@redis\/client|ioredis|@napi-rs\/canvas|https)$/;

/** Of packages that carry several builds of themselves: those that Node loads from the server. */
const ONLY = {
  '@electric-sql/pglite':
    /^dist\/((fs\/)?[^/]+\.js|(pglite|initdb)\.wasm|pglite\.data|(contrib\/)?(pg_trgm|unaccent)\.(js|tar\.gz))$/,
  docx: /^dist\/index\.mjs$/,
  'pdf-lib': /^cjs\//,
  'pdfjs-dist': /^legacy\/build\/pdf(\.worker)?\.mjs$/,
  pdfmake: /^js\//,
  pptxgenjs: /^dist\/pptxgen\.(es|cjs)\.js$/,
};

const LEGAL = /^(licen[cs]e|copying|notice|copyright)[^/]*$/i;
/** Types, sources of builds, documents and tests: nothing that a program loads. */
const NO_CODE =
  /(\.d\.[cm]?ts|\.ts|\.tsx|\.mts|\.cts|\.map|\.flow|\.md|\.markdown|\.txt|\.yml|\.yaml|\.lock|\.html|\.tsbuildinfo)$|(^|\/)\.[^/]+$|^(docs?|tests?|__tests__|examples?|benchmarks?|coverage|types|man)\//i;

/**
 * Places of the packages that are imported by a name of the list, and of what these need, sorted. Of packages with
 * machine code, those of this computer.
 *
 * @param project of readProject()
 * @throws where one is not installed, or not as the lock file has it
 */
export function packagePlaces({ folder, lock: { packages } }, names) {
  const installed = JSON.parse(
    readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'),
  ).packages;
  const found = new Set();
  const follow = (from, name, optional) => {
    if (NOT_LOADED.test(name)) return;
    const path = resolveFrom(packages, from, name);
    if (path === null || !existsSync(join(folder, path, 'package.json'))) {
      if (optional) return;
      throw new Error(`${name} is not installed: run npm ci`);
    }
    if (found.has(path)) return;
    for (const field of ['version', 'integrity'])
      if (!packages[path][field] || installed[path]?.[field] !== packages[path][field])
        throw new Error(`${path} is not what package-lock.json has: run npm ci`);
    found.add(path);
    const { dependencies = {}, optionalDependencies = {} } = packages[path];
    for (const next of Object.keys(dependencies)) follow(path, next, next in optionalDependencies);
    for (const next of Object.keys(optionalDependencies)) follow(path, next, true);
  };
  for (const name of names) follow('', name, false);
  return [...found].sort();
}

/** @returns the files of an installed package that belong into the server's, by their path within it */
export function packageFiles(folder, path) {
  const only = ONLY[nameAt(path)];
  const files = [];
  const look = (below) => {
    for (const entry of readdirSync(join(folder, path, below), { withFileTypes: true })) {
      const name = below ? `${below}/${entry.name}` : entry.name;
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules') look(name);
      } else if (isKept(name, only)) files.push(name);
    }
  };
  look('');
  return files.sort();
}

function isKept(name, only) {
  if (name === 'package.json' || LEGAL.test(name)) return true;
  return only ? only.test(name) : !NO_CODE.test(name);
}
