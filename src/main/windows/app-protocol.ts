import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { readUrl } from '../url.ts';
import { contentSecurityPolicy } from './csp.ts';

/** The page's own scheme and host: `app://legajo/…`, also the origin that the server's CORS names. */
export const APP_SCHEME = 'app';
export const APP_HOST = 'legajo';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/**
 * The file behind an address of app://legajo, or null where there can be none: another host, another kind of file,
 * a path that leaves the folder. A path without an extension is a route, and routes are all one page.
 *
 * @param folder the built renderer, absolute
 */
export function fileFor(address: string, folder: string): string | null {
  const url = readUrl(address);
  if (!url || url.protocol !== `${APP_SCHEME}:` || url.host !== APP_HOST) return null;
  let path: string;
  try {
    path = decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
  if (path.includes('\0') || path.includes('\\')) return null;
  const file = normalize(join(folder, path));
  if (file !== folder && !file.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return null;
  const extension = extname(file).toLowerCase();
  if (extension === '') return join(folder, 'index.html');
  return extension in TYPES ? file : null;
}

/**
 * Answers the page's own requests out of one folder.
 *
 * @param server the chosen server at the moment of asking: the policy is written for it
 */
export function createAppHandler(folder: string, server: () => string | null) {
  const refuse = (status: number) => new Response('', { status, headers: { 'content-type': 'text/plain' } });

  return async (request: Pick<Request, 'url' | 'method'>): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
    const file = fileFor(request.url, folder);
    if (!file) return refuse(404);
    const bytes = await readFile(file).catch(() => null);
    if (!bytes) return refuse(404);
    return new Response(new Uint8Array(bytes), {
      headers: {
        'content-type': TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream',
        'content-security-policy': contentSecurityPolicy(server(), file),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'no-store',
      },
    });
  };
}
