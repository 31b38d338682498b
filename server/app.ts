import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import express, { type Express } from 'express';
import { API_HEADERS, everyAnswer } from './platform/http/answers/security-headers.ts';
import { mountWeb } from './platform/http/answers/web.ts';
import { noteArea } from './platform/http/calls/call-notes.ts';
import { setClientAddress } from './platform/http/client-address.ts';
import { createIdempotencyStore } from './platform/http/idempotency.ts';
import { cors } from './platform/http/middleware/cors.ts';
import { errorHandler } from './platform/http/middleware/errors.ts';
import { requireKnownProxies } from './platform/http/middleware/proxies.ts';
import { requestId } from './platform/http/middleware/request-id.ts';
import { mountContract, notFoundHandler } from './platform/http/mount.ts';
import { mountRaw } from './raw-routes.ts';
import { createHandlers } from './routes.ts';
import type { Services } from './services.ts';

const WEB = resolve(import.meta.dirname, '../out/web');

/** Whether the page for browsers was built. */
export const hasWebBuild = (): boolean => existsSync(join(WEB, 'index.html'));

/** The HTTP side of a server process: contract, raw endpoints, the web build. */
export function createApp(services: Services): Express {
  const { config, db, log } = services.deps;
  const app = express();
  setClientAddress(app, config.trustProxy);
  app.disable('x-powered-by');
  app.use(requestId);
  app.use(everyAnswer(config.publicUrl));

  const api = express.Router();
  api.use((req, res, next) => {
    noteArea(req, 'api');
    res.set(API_HEADERS);
    next();
  });
  api.use(cors);
  api.use(requireKnownProxies(config, log));
  // Raw endpoints come first: tus reads its own bodies.
  mountRaw(api, services);
  mountContract(api, {
    handlers: createHandlers(services),
    authenticate: services.authenticate,
    idempotency: createIdempotencyStore(db),
    heavy: services.heavy,
    calls: services.calls,
    taken: services.taken,
    pace: services.pace,
    largeBodies: services.largeBodies,
    services: config.services,
    publicUrl: config.publicUrl,
  });
  api.use(notFoundHandler);
  app.use('/api', api);

  mountWeb(app, WEB);
  app.use(errorHandler(log));
  return app;
}
