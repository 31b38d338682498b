import type { NextFunction, Request, Response, Router } from 'express';
import { DELIVERY_UPLOADS, LINK_SECRET, LINK_SECRET_HEADER } from '#shared/file-requests/link-secret.ts';
import { id } from '#shared/platform/primitives.ts';
import { notFound } from '../../platform/errors.ts';
import type { Kernel } from '../../platform/kernel.ts';
import { answerKept, declaredLength, keyOfCreation } from '../documents/versions/tus-calls.ts';
import type { FileRequests } from './module.ts';

type Services = FileRequests & Kernel;

/** Where somebody with a link sends bytes: by the same protocol and into the same store as everybody. */
const DELIVERIES_PATH = `/api${DELIVERY_UPLOADS}`;

/**
 * tus 1.0.0 for people without an account (docs/protocols/rest.md). The secret of a link lets somebody send bytes to the
 * files that were begun by it, and to nothing else.
 */
export function mountDeliveryUploads(router: Router, services: Services): void {
  const serve = (req: Request, res: Response, next: NextFunction): void => {
    handle(services, req, res).catch(next);
  };
  router.post(DELIVERY_UPLOADS, serve);
  router.head(`${DELIVERY_UPLOADS}/:key`, serve);
  router.patch(`${DELIVERY_UPLOADS}/:key`, serve);
}

async function handle({ uploads, deliveries, calls }: Services, req: Request, res: Response): Promise<void> {
  const ip = req.ip ?? '';
  await calls.stranger(ip);
  const secret = req.get(LINK_SECRET_HEADER) ?? '';
  const key = req.method === 'POST' ? keyOfCreation(req) : String(req.params.key ?? '');
  const length = req.method === 'POST' ? declaredLength(req) : undefined;
  // A malformed secret or key is looked up as one that nobody has.
  const asked = { secret: LINK_SECRET.test(secret) ? secret : '', ip, key };
  if (!id.safeParse(key).success) throw notFound();
  const { lastByteAt, kept } = await deliveries.own(asked, length === undefined ? {} : { length });
  if (length !== undefined) res.set('location', `${DELIVERIES_PATH}/${key}`);
  if (kept !== null) return answerKept(req, res, kept);
  uploads.begin(key, lastByteAt);
  await uploads.handle(req, res, DELIVERIES_PATH);
  // What is no file that is taken keeps no place: another one may come by the link.
  if (res.statusCode === 415) await deliveries.giveUp(asked.secret, key, ip).catch(() => undefined);
}
