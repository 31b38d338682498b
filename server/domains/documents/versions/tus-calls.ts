import type { Request, Response } from 'express';
import { ApiError, invalid } from '../../../platform/errors.ts';
import { t } from '../texts.ts';

/* What every mount of tus needs to know of a call, before the library speaks the protocol. */

/**
 * Of a version that is confirmed the server has every byte, and takes no more: a client that did not hear of its
 * confirmation asks by HEAD, learns that all has come, and confirms again.
 * @throws conflict for any other method
 */
export function answerKept(req: Request, res: Response, size: number): void {
  if (req.method !== 'HEAD') throw new ApiError('conflict', undefined, { message: t('uploads.kept') });
  res.set({ 'tus-resumable': '1.0.0', 'cache-control': 'no-store' });
  res.set({ 'upload-offset': String(size), 'upload-length': String(size) });
  res.end();
}

/** The key in `Upload-Metadata: key <base64>,filename <base64>,…` @throws invalid where there is not exactly one */
export function keyOfCreation(req: Request): string {
  const pairs = (req.get('upload-metadata') ?? '').split(',').map((pair) => pair.trim().split(' '));
  const keys = pairs.filter(([name]) => name === 'key');
  const [[, value] = []] = keys;
  if (keys.length !== 1 || !value) throw invalid('Upload-Metadata', t('uploads.key'));
  return Buffer.from(value, 'base64').toString('utf8');
}

/** `Upload-Length`, in bytes. @throws invalid */
export function declaredLength(req: Request): number {
  const length = req.get('upload-length') ?? '';
  if (!/^\d{1,15}$/.test(length)) throw invalid('Upload-Length', t('uploads.size'));
  return Number(length);
}
