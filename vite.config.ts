import { defineConfig } from 'vite';
import { rendererConfig } from './vite.renderer.config.ts';

const backend = `http://127.0.0.1:${process.env.PORT ?? '4870'}`;

/** The renderer for browsers: `vite build` writes out/web, which the server serves; `vite` is for development. */
export default defineConfig({
  ...rendererConfig('out/web', 'baseline-widely-available'),
  server: {
    host: '127.0.0.1',
    port: 4871,
    strictPort: true,
    proxy: { '/api': { target: backend, ws: true } },
  },
});
