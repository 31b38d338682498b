import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const { resolve } = createRequire(import.meta.url);
const folder = join(dirname(resolve('react-router/package.json')), 'dist/production');
const FILES: Readonly<Record<string, string>> = {
  'react-router': join(folder, 'index.mjs'),
  'react-router/dom': join(folder, 'dom-export.mjs'),
};

/** React Router's package names only its development build, which brings its warnings for developers along. */
export const productionRouter: Plugin = {
  name: 'legajo:production-router',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (Object.hasOwn(FILES, id) ? FILES[id] : undefined),
};
