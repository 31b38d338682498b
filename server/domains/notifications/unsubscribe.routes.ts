import type { Router } from 'express';
import { notFound } from '../../platform/errors.ts';
import { JSON_HEADERS } from '../../platform/http/answers/security-headers.ts';
import type { Kernel } from '../../platform/kernel.ts';
import type { Notifications } from './module.ts';

/**
 * The address in the List-Unsubscribe header of mails. Programs that scan mails follow it by GET, which changes nothing
 * and leads to the page that asks. The button of a mail program posts to it (RFC 8058). The form is not read: the token
 * says what to switch off.
 */
export function mountUnsubscribe(router: Router, { preferences, deps }: Notifications & Kernel): void {
  router.get('/events/unsubscribe/:token', (req, res, next) => {
    const { token } = req.params;
    preferences
      .byLink(token)
      .then(() => res.redirect(303, `${deps.config.publicUrl}/unsubscribe/${encodeURIComponent(token)}`))
      .catch(next);
  });
  router.post('/events/unsubscribe/:token', (req, res, next) => {
    const { token } = req.params;
    if (token.length > 2000) throw notFound();
    preferences
      .unsubscribe(token, req.ip ?? '')
      .then((choices) => res.set(JSON_HEADERS).json(choices))
      .catch(next);
  });
}
