import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { nativeAddons } from './scripts/lib/native-addons.ts';

const root = import.meta.dirname;

/**
 * The sync engine's host as one file of its own, outside the main bundle: it runs in another process (Electron's
 * utilityProcess, or Node itself) and must lie unpacked beside the asar to be started there.
 */
export default defineConfig({
  plugins: [nativeAddons(root)],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node24',
    outDir: resolve(root, 'out/engine'),
    emptyOutDir: true,
    minify: false,
    sourcemap: false,
    rolldownOptions: {
      input: { host: resolve(root, 'src/main/sync/host/host.ts') },
      external: ['electron', ...builtinModules.flatMap((name) => [name, `node:${name}`])],
      output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
    },
  },
});
