import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Express } from 'express';
import { ApiError } from '../../errors.ts';
import { t } from '../../texts.ts';
import { noteArea } from '../calls/call-notes.ts';
import { sendPrecompressed, servePrecompressed } from './precompressed.ts';
import { API_HEADERS, pageHeaders } from './security-headers.ts';

/** Serves the web build. A path that is no file gets the page, whose router handles it. */
export function mountWeb(app: Express, folder: string): void {
  app.use((req, res, next) => {
    noteArea(req, 'web');
    res.set(pageHeaders(req.path));
    next();
  });
  app.use(
    '/assets',
    servePrecompressed(join(folder, 'assets'), {
      immutable: true,
      maxAge: '1y',
      fallthrough: false,
      redirect: false,
    }),
  );
  app.use(servePrecompressed(folder, { index: false, maxAge: 0, redirect: false }));
  app.get('/{*path}', (req, res) => {
    const page = join(folder, 'index.html');
    if (existsSync(page)) sendPrecompressed(req, res.set('cache-control', 'no-cache'), page);
    else res.status(503).type('text/plain').send(t('http.unbuilt'));
  });
  // Nothing but the API takes anything else.
  app.use((req, res, next) => {
    res.set({ ...API_HEADERS, allow: 'GET, HEAD, OPTIONS' });
    if (req.method === 'OPTIONS') res.status(204).end();
    else next(new ApiError('method_not_allowed'));
  });
}
