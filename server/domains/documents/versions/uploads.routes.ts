import type { NextFunction, Request, Response, Router } from 'express';
import { ApiError, invalid } from '../../../platform/errors.ts';
import type { Kernel } from '../../../platform/kernel.ts';
import { UPLOADS_PATH } from '../../../platform/uploads/uploads.ts';
import { tokenOf } from '../../identity/authenticate.ts';
import type { Identity } from '../../identity/module.ts';
import type { Documents } from '../module.ts';
import { t } from '../texts.ts';

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
  const { lastByteAt, kept } = await uploadAccess.own(token, key, how).catch(async (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) await calls.stranger(req.ip ?? '');
    throw error;
  });
  // Made already, and its reply was lost perhaps: the store answers 409, and the client goes on by HEAD at this
  // address.
  if (length !== undefined) res.set('location', `${UPLOADS_PATH}/${key}`);
  if (kept !== null) return answerKept(req, res, kept);
  uploads.begin(key, lastByteAt);
  await uploads.handle(req, res);
}

/**
 * Of a version that is confirmed the server has every byte, and takes no more: a client that did not hear of its
 * confirmation asks by HEAD, learns that all has come, and confirms again.
 * @throws conflict for any other method
 */
function answerKept(req: Request, res: Response, size: number): void {
  if (req.method !== 'HEAD') throw new ApiError('conflict', undefined, { message: t('uploads.kept') });
  res.set({ 'tus-resumable': '1.0.0', 'cache-control': 'no-store' });
  res.set({ 'upload-offset': String(size), 'upload-length': String(size) });
  res.end();
}

/** `Upload-Metadata: key <base64>,filename <base64>,…` */
function keyOfCreation(req: Request): string {
  const pairs = (req.get('upload-metadata') ?? '').split(',').map((pair) => pair.trim().split(' '));
  const keys = pairs.filter(([name]) => name === 'key');
  const [[, value] = []] = keys;
  if (keys.length !== 1 || !value) throw invalid('Upload-Metadata', t('uploads.key'));
  return Buffer.from(value, 'base64').toString('utf8');
}

function declaredLength(req: Request): number {
  const length = req.get('upload-length') ?? '';
  if (!/^\d{1,15}$/.test(length)) throw invalid('Upload-Length', t('uploads.size'));
  return Number(length);
}
