import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** The Node version that package.json pins, whichever Node started the script. */
export const pinnedNode = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

export const at = (...parts) => join(root, ...parts);

export const has = (...parts) => existsSync(at(...parts));

/** @returns the script file of a package's command, for Node itself (no shell, no .cmd shims) */
export function bin(command, packageName = command) {
  const folder = at('node_modules', packageName);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[command];
  return join(folder, file);
}
