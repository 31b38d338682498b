import type { Router } from 'express';
import { feedSecret } from '#shared/calendars/calendars.schemas.ts';
import { notFound } from '../../../platform/errors.ts';
import { secretAddressHeaders } from '../../../platform/http/answers/security-headers.ts';
import { goneSignal } from '../../../platform/http/connections/reader-gone.ts';
import type { Calendars } from '../module.ts';

/**
 * The feed that other calendar programs read. The secret in the address is the only credential: no session, no cookie
 * (docs/domain/calendars.md).
 */
export function mountCalendarFeed(router: Router, { calendarFeed }: Calendars): void {
  router.get('/calendars/feed/:secret/legajo.ics', (req, res, next) => {
    const secret = feedSecret.safeParse(req.params.secret);
    if (!secret.success) throw notFound();
    calendarFeed
      .read(secret.data, goneSignal(res))
      .then((text) => res.set(secretAddressHeaders('legajo.ics', 'text/calendar; charset=utf-8')).send(text))
      .catch(next);
  });
}
