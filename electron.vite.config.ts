import { resolve } from 'node:path';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { nativeAddons } from './scripts/lib/native-addons.ts';
import { rendererConfig } from './vite.renderer.config.ts';

const root = import.meta.dirname;
const backend = process.env.LEGAJO_SERVER ?? 'http://127.0.0.1:4870';

/** electron-vite insists on relative addresses, made for file://; the window is served by a protocol of its own. */
const absoluteBase: Plugin = {
  name: 'legajo:absolute-base',
  enforce: 'post',
  config: (config) => {
    config.base = '/';
  },
};

/**
 * Main and preload are CommonJS with their dependencies bundled: a sandboxed preload can be nothing else, and the
 * packaged app then carries no node_modules. Node 16 and Chromium 108 are what the runtime of the desktop tests
 * has (docs/desktop-testing.md); the app's own Electron is far newer.
 */
export default defineConfig({
  main: {
    plugins: [nativeAddons(root)],
    define: {
      __LEGAJO_RELEASE__: JSON.stringify(process.env.LEGAJO_RELEASE === '1'),
      __LEGAJO_UPDATES__: JSON.stringify(process.env.LEGAJO_UPDATES ?? ''),
    },
    build: {
      externalizeDeps: false,
      target: 'node16',
      outDir: resolve(root, 'out/main'),
      lib: { entry: { index: resolve(root, 'src/main/index.ts') }, formats: ['cjs'] },
      rolldownOptions: { output: { entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' } },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      target: 'node16',
      outDir: resolve(root, 'out/preload'),
      lib: { entry: { index: resolve(root, 'src/preload/index.ts') }, formats: ['cjs'] },
      rolldownOptions: { output: { entryFileNames: '[name].cjs' } },
    },
  },
  renderer: (() => {
    const config = rendererConfig('out/renderer', 'chrome108');
    return {
      ...config,
      plugins: [config.plugins, absoluteBase],
      // While developing the page comes from Vite: the server answers its own origin and app://legajo, no other.
      server: { host: '127.0.0.1', proxy: { '/api': { target: backend, ws: true } } },
    };
  })(),
});
