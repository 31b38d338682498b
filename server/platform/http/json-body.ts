import type { IncomingMessage, ServerResponse } from 'node:http';
import { json, type RequestHandler } from 'express';
import type { Endpoint } from '#shared/platform/endpoint.ts';

/** Largest body of a call where its table entry says nothing else, in bytes. */
const SIGNED_IN_BYTES = 1024 ** 2;
/** Of a call that anybody may make: passwords, codes and names are a few hundred bytes. */
const STRANGER_BYTES = 16 * 1024;
/** No body of the contract has more than eight levels. */
const LEVELS_MAX = 32;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Whether lists and objects lie in each other more than so many levels deep. Half a million levels fit into a megabyte,
 * and parsing them takes a tenth of a second, in which nobody else is answered.
 */
export function isNestedBeyond(levels: number, text: Uint8Array): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] as number;
    if (quoted) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (OPENING.has(byte)) {
      depth += 1;
      if (depth > levels) return true;
    } else if (CLOSING.has(byte)) depth -= 1;
  }
  return false;
}

function refuseNested(_req: IncomingMessage, _res: ServerResponse, body: Buffer): void {
  if (isNestedBeyond(LEVELS_MAX, body)) throw new Error('nested too deeply');
}

/** Reads the JSON body of a call. What is too large or nested too deeply is refused before it is parsed. */
export const readJson = ({ who, maxBody }: Pick<Endpoint, 'who' | 'maxBody'>): RequestHandler =>
  json({
    limit: maxBody ?? (who === 'anyone' ? STRANGER_BYTES : SIGNED_IN_BYTES),
    strict: true,
    verify: refuseNested,
  });
