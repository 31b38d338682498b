import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { isWorkerScript } from '#shared/platform/worker-scripts.ts';
import { contentDisposition } from './file-headers.ts';

/*
 * What browsers and proxies are told about each kind of answer: what it may run and load, who may keep it, how it may be
 * shown. Nothing else in the server writes these headers, except that what anybody may keep for a while says so itself:
 * the files of the web build (web.ts) and the public keys (raw-routes.ts).
 */

type Headers = Readonly<Record<string, string>>;

/** For every answer. The policies of content differ by kind and are below. */
export const everyAnswer = (publicUrl: string): RequestHandler =>
  helmet({
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: false,
    strictTransportSecurity: publicUrl.startsWith('https:'),
  });

/** For every answer of the API: should a browser be led to take one for a page, nothing in it does anything. */
export const API_HEADERS: Headers = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** For JSON that is somebody's, and for errors: nothing keeps it. */
export const JSON_HEADERS: Headers = { 'cache-control': 'no-store' };

/**
 * For a file without a thumbnail: a list of documents would ask again at each look, so the browser of whoever asked keeps
 * this answer for five minutes. It varies by `Authorization`: another person at that browser asks for themselves.
 */
export const NO_THUMBNAIL_HEADERS: Headers = { 'cache-control': 'private, max-age=300' };

/** For many files in one body, which only programs read. */
export const BUNDLE_HEADERS: Headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/**
 * For the page and its scripts: scripts from this origin only. Mantine writes style elements, hence its 'unsafe-inline'
 * for styles alone. What a worker may do is told by the answer that its script came with: WebAssembly is compiled there,
 * and on no page.
 */
export const pageHeaders = (path: string): Headers => ({
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'self'${isWorkerScript(path) ? " 'wasm-unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; '),
});

export interface FileAnswer {
  /** The name that it is saved by. */
  readonly name: string;
  /** The media type: from `contentType()`, or fixed by the server. Never what an uploader declared. */
  readonly type: string;
  /** Shown by the browser instead of saved. Only for what `mayBeShown`. */
  readonly inline?: boolean;
  /** Made for this answer alone: no cache keeps it. Others stay in their reader’s cache, which asks again at each use. */
  readonly once?: boolean;
}

/** For a file that somebody uploaded or that holds such: it runs nothing, loads nothing and reaches nothing from here. */
export const fileHeaders = ({ name, type, inline = false, once = false }: FileAnswer): Headers => ({
  // Each use asks again whether this person may: nothing in between may keep it.
  'cache-control': once ? 'private, no-store' : 'private, no-cache',
  'content-type': type,
  'content-disposition': contentDisposition(name, inline),
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
});

/**
 * For what is read by a secret in its address alone: the address must reach no search engine and no other site.
 * @param name in ASCII, without quotes
 */
export const secretAddressHeaders = (name: string, type: string): Headers => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
});
