import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

/** `@scope/package-linux-x64-gnu` and similar: what napi-rs loaders try one after another. */
const PLATFORM_PACKAGE = /^@napi-rs\/keyring-[\w-]+$/;

/**
 * Puts native addons beside the bundle, because machine code cannot be bundled. A require of an installed platform
 * package becomes a require of `./native/<name>.node`, which is copied there. One for a platform that is not installed
 * stays as it is, and fails inside the loader's own try block.
 *
 * @param root the repository, from which packages are resolved
 */
export function nativeAddons(root: string): Plugin {
  const require = createRequire(join(root, 'node_modules', 'keytar', 'index.js'));
  const found = new Map<string, string>();

  return {
    name: 'legajo:native-addons',
    enforce: 'pre',
    resolveId(source) {
      if (source.endsWith('.node')) return { id: source, external: true };
      if (!PLATFORM_PACKAGE.test(source.replace(/\/package\.json$/, ''))) return null;
      if (source.endsWith('/package.json')) return { id: source, external: true };
      try {
        const file = require.resolve(source);
        found.set(basename(file), file);
        return { id: `./native/${basename(file)}`, external: true };
      } catch {
        return { id: source, external: true };
      }
    },
    generateBundle() {
      for (const [name, file] of found) {
        this.emitFile({ type: 'asset', fileName: `native/${name}`, source: readFileSync(file) });
      }
    },
  };
}
