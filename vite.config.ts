import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { firstLoadBudget } from './scripts/lib/web-build/first-load-budget.ts';
import { precompress } from './scripts/lib/web-build/precompress.ts';
import { rendererConfig } from './vite.renderer.config.ts';

const backend = `http://127.0.0.1:${process.env.PORT ?? '4870'}`;

const outDir = 'out/web';
const config = rendererConfig(outDir, 'baseline-widely-available');

/** The renderer for browsers: `vite build` writes out/web, which the server serves; `vite` is for development. */
export default defineConfig({
  ...config,
  plugins: [config.plugins, firstLoadBudget, precompress(resolve(import.meta.dirname, outDir))],
  server: {
    host: '127.0.0.1',
    port: 4871,
    strictPort: true,
    proxy: { '/api': { target: backend, ws: true } },
  },
});
