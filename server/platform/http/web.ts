import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Express } from 'express';
import { isWorkerScript } from '#shared/platform/worker-scripts.ts';

/**
 * Scripts may come from this origin only. Mantine writes style elements, so styles may be inline. What a worker may do
 * depends on the headers of its script: WebAssembly may be compiled in the worker, and on no page.
 */
const policy = (path: string): string =>
  [
    "default-src 'none'",
    `script-src 'self'${isWorkerScript(path) ? " 'wasm-unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');

/** Serves the web build. A path that is no file gets the page, whose router handles it. */
export function mountWeb(app: Express, folder: string): void {
  app.use((req, res, next) => {
    res.set('content-security-policy', policy(req.path));
    next();
  });
  app.use(
    '/assets',
    express.static(join(folder, 'assets'), {
      immutable: true,
      maxAge: '1y',
      fallthrough: false,
      redirect: false,
    }),
  );
  app.use(express.static(folder, { index: false, maxAge: 0, redirect: false }));
  app.get('/{*path}', (_req, res) => {
    const page = join(folder, 'index.html');
    if (existsSync(page)) res.set('cache-control', 'no-cache').sendFile(page);
    else
      res.status(503).type('text/plain').send('La aplicación web todavía no está construida: npm run build.');
  });
}
