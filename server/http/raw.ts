import type { Router } from 'express';
import { ApiError } from '../errors.ts';
import type { Services } from '../services/services.ts';
import { mountCalendarFeed } from './calendar-feed.ts';
import { mountContent } from './content.ts';
import { openApiDocument } from './openapi.ts';
import { mountSendRecords } from './send-records.ts';
import { mountSendVersion } from './send-version.ts';
import { mountUnsubscribe } from './unsubscribe.ts';
import { mountUploadBatch } from './upload-batch.ts';
import { mountUploads } from './uploads.ts';

/** What is answered to whoever asks, or by a secret in the address alone. */
const NOBODYS = ['/openapi.json', '/auth/.well-known', '/realtime', '/events/unsubscribe', '/calendars/feed'];

/** Endpoints of the contract that are no JSON, each beside what serves it. */
export function mountRaw(router: Router, services: Services): void {
  router.use(NOBODYS, (req, _res, next) => {
    services.calls.stranger(req.ip ?? '').then(() => next(), next);
  });
  router.get('/openapi.json', (_req, res) => {
    res.json(openApiDocument());
  });
  router.get('/auth/.well-known/jwks.json', (_req, res) => {
    res.set('cache-control', 'public, max-age=300').json(services.identity.pool.jwks);
  });
  if (services.deps.config.services.includes('events')) {
    // With the upgrade that it wants, a request never comes here.
    router.get('/realtime', (_req, res) => {
      res.set({ upgrade: 'websocket', connection: 'Upgrade' });
      throw new ApiError('upgrade_required');
    });
  }
  if (services.deps.config.services.includes('events')) mountUnsubscribe(router, services);
  if (services.deps.config.services.includes('docs')) {
    mountUploads(router, services);
    mountUploadBatch(router, services);
    mountSendVersion(router, services);
    mountSendRecords(router, services);
  }
  if (services.deps.config.services.includes('core')) mountCalendarFeed(router, services);
  mountContent(router, services);
}
