import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };
import { CHUNKS } from './scripts/lib/web-build/chunks.ts';
import { evaluated } from './scripts/lib/web-build/evaluated.ts';
import { onlyXhr } from './scripts/lib/web-build/only-xhr.ts';
import { productionRouter } from './scripts/lib/web-build/production-router.ts';

const root = import.meta.dirname;

/**
 * The one description of the renderer's build. The desktop window and the browser get the same code; only the
 * folder and the oldest engine that must run it differ.
 *
 * @param outDir where the files go, relative to the repository
 * @param target the oldest browser engine, in Vite's words
 */
export function rendererConfig(outDir: string, target: string): UserConfig {
  return {
    root: resolve(root, 'src/renderer'),
    // Routes are deep paths of one page: relative addresses would break on a reload of /records/view/….
    base: '/',
    envDir: root,
    define: { __APP_VERSION__: JSON.stringify(manifest.version) },
    resolve: {
      alias: { 'iconv-lite': resolve(root, 'src/renderer/features/records/preview/office/decode-ansi.ts') },
    },
    plugins: [react(), onlyXhr, productionRouter, evaluated(resolve(root, 'src/renderer/api/calls.ts'))],
    build: {
      outDir: resolve(root, outDir),
      emptyOutDir: true,
      target,
      minify: true,
      sourcemap: false,
      reportCompressedSize: false,
      // Sizes per route are followed in docs/benchmarks.md, not on the console of every build.
      chunkSizeWarningLimit: 1000,
      // A `data:` font or picture would need a looser content security policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: resolve(root, 'src/renderer/index.html'),
        output: { codeSplitting: CHUNKS },
      },
    },
  };
}
