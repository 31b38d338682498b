import type { Router } from 'express';
import { notFound } from '../../../platform/errors.ts';
import { JSON_HEADERS } from '../../../platform/http/answers/security-headers.ts';
import type { Kernel } from '../../../platform/kernel.ts';
import type { Report } from '../module.ts';

/** The address in the List-Unsubscribe header of mailed reports, as that of notices (notifications/unsubscribe.routes.ts). */
export function mountReportUnsubscribe(router: Router, { reportMailLinks, deps }: Report & Kernel): void {
  router.get('/events/unsubscribe/report/:token', (req, res, next) => {
    const { token } = req.params;
    reportMailLinks
      .byLink(token)
      .then(() =>
        res.redirect(303, `${deps.config.publicUrl}/unsubscribe/report/${encodeURIComponent(token)}`),
      )
      .catch(next);
  });
  router.post('/events/unsubscribe/report/:token', (req, res, next) => {
    const { token } = req.params;
    if (token.length > 2000) throw notFound();
    reportMailLinks
      .setByLink(token, false, req.ip ?? '')
      .then((link) => res.set(JSON_HEADERS).json(link))
      .catch(next);
  });
}
