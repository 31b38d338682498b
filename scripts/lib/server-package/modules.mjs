import { readFileSync, statSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

/** What the package can be asked to run, by the name of its npm script (`node legajo.mjs verify`). */
export const COMMANDS = {
  start: 'server/main.ts',
  verify: 'server/verify.ts',
  'sync:reset-cursors': 'server/reset-cursors.ts',
  'sessions:end': 'server/sessions-end.ts',
  'user:totp-reset': 'server/totp-reset.ts',
};

/** A text that may name a module of ours: an import, a worker's URL, a worker's name without its extension, a font. */
const OURS = /(['"`])((?:\.\.?\/|#shared\/)[^'"`\n]+)\1/g;
/** An import of a package. */
const PACKAGE = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])((?!node:)[@a-z][^'"\s]*)\1/g;
const FONTS = 'server/platform/pdf/fonts';

const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** `@scope/name` or `name` of what is imported from a package. */
const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/**
 * Follows what the server's programs import, start as threads and fork, and takes the types out. Where a type stood are
 * blanks, and `.js` is as long as `.ts`: a stack names the lines and columns of the sources.
 *
 * @param root the repository
 * @returns `files`: path → contents as they lie in the package, sorted; `packages`: names of what they import
 */
export function serverModules(root) {
  const files = new Map();
  const packages = new Set();
  const waiting = Object.values(COMMANDS).map((path) => join(root, path));
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    const path = relative(root, file);
    if (files.has(path)) continue;
    const source = readFileSync(file);
    if (!path.endsWith('.ts')) {
      files.set(path, source);
      continue;
    }
    const code = stripTypeScriptTypes(source.toString());
    for (const [, , specifier] of code.matchAll(PACKAGE)) packages.add(packageOf(specifier));
    const named = (specifier) => {
      const at = specifier.startsWith('#shared/')
        ? join(root, 'src/shared', specifier.slice('#shared/'.length))
        : resolve(dirname(file), specifier);
      const found = [at, `${at}.ts`].find(isFile);
      if (found && !relative(root, found).startsWith('..')) waiting.push(found);
      return found;
    };
    const js = code.replace(OURS, (text, quote, specifier) =>
      named(specifier) && specifier.endsWith('.ts') ? quote + specifier.replace(/ts$/, 'js') + quote : text,
    );
    files.set(path, Buffer.from(js));
  }
  // Their names are put together while the server runs.
  for (const name of ['Archivo-Regular.ttf', 'Archivo-SemiBold.ttf'])
    files.set(join(FONTS, name), readFileSync(join(root, FONTS, name)));
  return { files: asPackaged(files), packages: [...packages].sort() };
}

const asPackaged = (files) =>
  new Map(
    [...files]
      // The package has a package.json of its own.
      .filter(([path]) => path !== 'package.json')
      .map(([path, bytes]) => [path.replace(/\.ts$/, '.js').replaceAll('\\', '/'), bytes])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
