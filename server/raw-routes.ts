import type { Router } from 'express';
import { mountCalendarFeed } from './domains/calendars/feed/calendar-feed.routes.ts';
import { mountTemplates } from './domains/collaborative/collaborative.routes.ts';
import { mountContent } from './domains/documents/contents/content.routes.ts';
import { mountSendRecords } from './domains/documents/records/send-records.routes.ts';
import { mountSendVersion } from './domains/documents/versions/send-version.routes.ts';
import { mountUploadBatch } from './domains/documents/versions/upload-batch.routes.ts';
import { mountUploads } from './domains/documents/versions/uploads.routes.ts';
import { mountDeliveryUploads } from './domains/file-requests/delivery-uploads.routes.ts';
import { mountUnsubscribe } from './domains/notifications/unsubscribe.routes.ts';
import { mountReportUnsubscribe } from './domains/report/mailed/report-mail-unsubscribe.routes.ts';
import { ApiError } from './platform/errors.ts';
import { sendJson } from './platform/http/answers/send-json.ts';
import { openApiDocument } from './platform/http/openapi.ts';
import type { Services } from './services.ts';

/** Endpoints for anybody, or with a secret in the address as the only credential. */
const NOBODYS = ['/openapi.json', '/auth/.well-known', '/realtime', '/events/unsubscribe', '/calendars/feed'];

/** Mounts the endpoints of the contract that are no JSON. */
export function mountRaw(router: Router, services: Services): void {
  router.use(NOBODYS, (req, _res, next) => {
    services.calls.stranger(req.ip ?? '').then(() => next(), next);
  });
  router.get('/openapi.json', (req, res) =>
    sendJson(req, res, 200, JSON.stringify(openApiDocument()), false),
  );
  router.get('/auth/.well-known/jwks.json', (_req, res) => {
    res.set('cache-control', 'public, max-age=300').json(services.identity.pool.jwks);
  });
  if (services.deps.config.services.includes('events')) {
    // A request with an upgrade never comes here.
    router.get('/realtime', (_req, res) => {
      res.set({ upgrade: 'websocket', connection: 'Upgrade' });
      throw new ApiError('upgrade_required');
    });
  }
  if (services.deps.config.services.includes('events')) {
    mountUnsubscribe(router, services);
    mountReportUnsubscribe(router, services);
  }
  if (services.deps.config.services.includes('docs')) {
    mountUploads(router, services);
    mountDeliveryUploads(router, services);
    mountUploadBatch(router, services);
    mountSendVersion(router, services);
    mountSendRecords(router, services);
  }
  if (services.deps.config.services.includes('core')) mountCalendarFeed(router, services);
  mountTemplates(router, services);
  mountContent(router, services);
}
