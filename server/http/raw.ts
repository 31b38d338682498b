import type { Router } from 'express';
import type { Services } from '../services/services.ts';
import { mountContent } from './content.ts';
import { openApiDocument } from './openapi.ts';
import { mountUploads } from './uploads.ts';

/** Endpoints of the contract that are no JSON, each beside what serves it. */
export function mountRaw(router: Router, services: Services): void {
  router.get('/openapi.json', (_req, res) => {
    res.json(openApiDocument());
  });
  router.get('/auth/.well-known/jwks.json', (_req, res) => {
    res.set('cache-control', 'public, max-age=300').json(services.identity.pool.jwks);
  });
  if (services.deps.config.services.includes('docs')) mountUploads(router, services);
  mountContent(router, services);
}
