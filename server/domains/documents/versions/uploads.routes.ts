import type { NextFunction, Request, Response, Router } from 'express';
import { ApiError } from '../../../platform/errors.ts';
import { noteCaller } from '../../../platform/http/calls/call-notes.ts';
import type { Kernel } from '../../../platform/kernel.ts';
import { UPLOADS_PATH } from '../../../platform/uploads/uploads.ts';
import { tokenOf } from '../../identity/authenticate.ts';
import type { Identity } from '../../identity/module.ts';
import type { Documents } from '../module.ts';
import { answerKept, declaredLength, keyOfCreation } from './tus-calls.ts';

type Services = Documents & Identity & Kernel;

/**
 * tus 1.0.0 (docs/protocols/rest.md). The library speaks the protocol. Who may send bytes to which version is checked
 * here, before it: every call must come from the maker of the version, which the key names.
 */
export function mountUploads(router: Router, services: Services): void {
  const serve = (req: Request, res: Response, next: NextFunction): void => {
    handle(services, req, res).catch(next);
  };
  router.post('/docs/uploads', serve);
  router.options(['/docs/uploads', '/docs/uploads/:key'], serve);
  router.head('/docs/uploads/:key', serve);
  router.patch('/docs/uploads/:key', serve);
  router.delete('/docs/uploads/:key', serve);
}

async function handle(services: Services, req: Request, res: Response): Promise<void> {
  const { uploads, uploadAccess, calls } = services;
  if (req.method === 'OPTIONS') return uploads.handle(req, res);
  const token = tokenOf(req);
  const key = req.method === 'POST' ? keyOfCreation(req) : String(req.params.key ?? '');
  const length = req.method === 'POST' ? declaredLength(req) : undefined;
  const how = length === undefined ? { writes: req.method === 'PATCH' } : { length };
  const { lastByteAt, kept, user } = await uploadAccess.own(token, key, how).catch(async (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) await calls.stranger(req.ip ?? '');
    throw error;
  });
  noteCaller(req, user);
  // Made already, and its reply was lost perhaps: the store answers 409, and the client goes on by HEAD at this
  // address.
  if (length !== undefined) res.set('location', `${UPLOADS_PATH}/${key}`);
  if (kept !== null) return answerKept(req, res, kept);
  uploads.begin(key, lastByteAt);
  await uploads.handle(req, res);
}
