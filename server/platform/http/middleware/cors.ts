import type { RequestHandler } from 'express';

/** The desktop's page is the only other origin that may call, and never with cookies. */
export const DESKTOP_ORIGIN = 'app://legajo';

const ALLOWED = [
  'authorization', 'content-type', 'idempotency-key', 'x-operation-token', 'range', 'if-match',
  'tus-resumable', 'upload-length', 'upload-offset', 'upload-metadata', 'upload-defer-length',
].join(', '); // biome-ignore format: a list of header names
const EXPOSED = [
  'x-request-id', 'retry-after', 'etag', 'content-range', 'content-disposition',
  'location', 'tus-resumable', 'upload-offset', 'upload-length', 'upload-expires', 'tus-max-size', 'tus-version', 'tus-extension',
].join(', '); // biome-ignore format: a list of header names

export const cors: RequestHandler = (req, res, next) => {
  if (req.get('origin') !== DESKTOP_ORIGIN) return next();
  res.set({
    'access-control-allow-origin': DESKTOP_ORIGIN,
    'access-control-expose-headers': EXPOSED,
    vary: 'Origin',
  });
  if (req.method === 'OPTIONS' && req.get('access-control-request-method')) {
    res
      .set({
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': ALLOWED,
        'access-control-max-age': '7200',
      })
      .status(204)
      .end();
    return;
  }
  next();
};
