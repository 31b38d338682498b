import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Runs a module while building, and ships the values of its exports in place of its code and everything that it
 * imports. Its exports must be JSON.
 *
 * @param file the module, absolute
 */
export function evaluated(file: string): Plugin {
  return {
    name: 'legajo:evaluated',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (id !== file) return null;
      const values = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
      const code = Object.entries(values).map(
        ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
      );
      return { code: code.join('\n'), moduleType: 'js', map: null };
    },
  };
}
