import type { Request, RequestHandler } from 'express';
import readWhole from 'raw-body';
import type { Endpoint } from '#shared/platform/endpoint.ts';
import { ApiError } from '../errors.ts';
import { t } from '../texts.ts';

/** Largest body of a call where its table entry says nothing else, in bytes. */
const SIGNED_IN_BYTES = 1024 ** 2;
/** Of a call that anybody may make: passwords, codes and names are a few hundred bytes. */
const STRANGER_BYTES = 16 * 1024;
/** No body of the contract has more than eight levels. */
const LEVELS_MAX = 32;
/**
 * No body of the contract has more than a few thousand lists and objects. Three bytes of `{},` are 56 in memory, and a
 * megabyte of them takes a tenth of a second.
 */
const CONTAINERS_MAX = 20_000;
/** The same of keys: each that differs from all others takes more than half a microsecond. */
const KEYS_MAX = 20_000;

const BOUNDS: JsonBounds = { levels: LEVELS_MAX, containers: CONTAINERS_MAX, keys: KEYS_MAX };

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** How deep lists and objects may lie in each other, and how many of them and of their keys there may be. */
export interface JsonBounds {
  readonly levels: number;
  readonly containers: number;
  readonly keys: number;
}

/**
 * Whether a JSON text, in UTF-8, has more levels, lists, objects or keys than it may have. Half a million levels fit into
 * a megabyte, and parsing them takes a tenth of a second, in which nobody else is answered.
 */
export function isBeyond({ levels, containers, keys }: JsonBounds, text: Uint8Array): boolean {
  let depth = 0;
  let count = 0;
  let colons = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] as number;
    if (quoted) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (OPENING.has(byte)) {
      depth += 1;
      count += 1;
      if (depth > levels || count > containers) return true;
    } else if (CLOSING.has(byte)) depth -= 1;
    else if (byte === COLON) {
      colons += 1;
      if (colons > keys) return true;
    }
  }
  return false;
}

/** Bytes of the largest JSON body that some endpoint takes. */
export const largestBody = (endpoints: readonly Pick<Endpoint, 'maxBody'>[]): number =>
  Math.max(SIGNED_IN_BYTES, ...endpoints.map(({ maxBody = 0 }) => maxBody));

/**
 * Reads the bytes of a JSON body into `req.body`. What is too large is refused when its length says so, or as soon as
 * that much has come; the rest is left unread (`endUnreadBodies`).
 */
export const readBytes = ({ who, maxBody }: Pick<Endpoint, 'who' | 'maxBody'>): RequestHandler => {
  const limit = maxBody ?? (who === 'anyone' ? STRANGER_BYTES : SIGNED_IN_BYTES);
  return (req, _res, next) => {
    // Its client went away while it was looked up who that is.
    if (req.destroyed) return;
    read(req, limit).then((bytes) => {
      req.body = bytes;
      next();
    }, next);
  };
};

/** @throws media_type for compressed bodies: a few bytes of one can be gigabytes, or nothing for ever */
async function read(req: Request, limit: number): Promise<Buffer> {
  const encoding = req.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw wrongEncoding();
  return readWhole(req, { limit, length: req.get('content-length') ?? null });
}

const wrongEncoding = (): ApiError => new ApiError('media_type', undefined, { message: t('http.encoding') });

/** How many bytes `readBytes` has read. */
export const bytesOf = ({ body }: Request): number => (Buffer.isBuffer(body) ? body.length : 0);

/**
 * The body that `readBytes` has read; an empty one is an object without fields.
 * @throws invalid where it is no list or object, or has too much in it; media_type where it is not in UTF-8 (RFC 8259)
 */
export function parseJson(req: Request): object {
  if (bytesOf(req) === 0) return {};
  const bytes = req.body as Buffer;
  const [, charset = 'utf-8'] = /;\s*charset="?([^\s";]+)/i.exec(req.get('content-type') ?? '') ?? [];
  if (charset.toLowerCase() !== 'utf-8') throw wrongEncoding();
  if (isBeyond(BOUNDS, bytes)) throw new ApiError('invalid', undefined, { message: t('http.beyond') });
  const value = parsed(bytes);
  if (typeof value !== 'object' || value === null) throw notJson();
  return value;
}

const notJson = (): ApiError => new ApiError('invalid', undefined, { message: t('http.notJson') });

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw notJson();
  }
}
