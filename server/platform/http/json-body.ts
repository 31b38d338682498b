import { type Request, type RequestHandler, raw } from 'express';
import type { Endpoint } from '#shared/platform/endpoint.ts';
import { ApiError } from '../errors.ts';

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

const BOUNDS: JsonBounds = { levels: LEVELS_MAX, containers: CONTAINERS_MAX };

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** How deep lists and objects may lie in each other, and how many there may be. */
export interface JsonBounds {
  readonly levels: number;
  readonly containers: number;
}

/**
 * Whether a JSON text has more lists and objects than it may have. Half a million levels fit into a megabyte, and
 * parsing them takes a tenth of a second, in which nobody else is answered.
 */
export function isBeyond({ levels, containers }: JsonBounds, text: Uint8Array): boolean {
  let depth = 0;
  let count = 0;
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
  }
  return false;
}

/** Reads the bytes of a JSON body into `req.body`. What is too large is refused. */
export const readBytes = ({ who, maxBody }: Pick<Endpoint, 'who' | 'maxBody'>): RequestHandler =>
  raw({
    limit: maxBody ?? (who === 'anyone' ? STRANGER_BYTES : SIGNED_IN_BYTES),
    type: 'application/json',
  });

/** How many bytes `readBytes` has read. */
export const bytesOf = ({ body }: Request): number => (Buffer.isBuffer(body) ? body.length : 0);

/**
 * The body that `readBytes` has read; an empty one is an object without fields.
 * @throws invalid where it is no list or object, has too many of them, or bytes that are no text; media_type where it is
 * in no encoding of Unicode
 */
export function parseJson(req: Request): object {
  if (bytesOf(req) === 0) return {};
  const bytes = req.body as Buffer;
  if (isBeyond(BOUNDS, bytes)) throw new ApiError('invalid');
  const value = parsed(textOf(req, bytes));
  if (typeof value !== 'object' || value === null) throw new ApiError('invalid');
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('invalid');
  }
}

function textOf(req: Request, bytes: Buffer): string {
  const [, charset = 'utf-8'] = /;\s*charset="?([^\s";]+)/i.exec(req.get('content-type') ?? '') ?? [];
  const decoder = decoderOf(charset);
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ApiError('invalid');
  }
}

function decoderOf(charset: string) {
  if (!charset.toLowerCase().startsWith('utf-')) throw new ApiError('media_type');
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    throw new ApiError('media_type');
  }
}
