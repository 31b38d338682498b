import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Below this many bytes an answer is one packet with its head, compressed or not. */
const LEAST_BYTES = 1_024;
/**
 * Of what is made for one answer: 100 kB of documents become 8 kB in a millisecond. The next levels take a multiple
 * for a tenth less.
 */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 6;

type Encoding = 'br' | 'gzip';

function compress(encoding: Encoding, bytes: Buffer): Promise<Buffer> {
  if (encoding === 'gzip') return zip(bytes, { level: GZIP_LEVEL });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return brotli(bytes, { params });
}

/**
 * Sends JSON, compressed where the client takes it.
 *
 * The length of a compressed answer tells what of it repeats. Where one holds a secret and a text that somebody chose,
 * whoever sees lengths on the line can guess the secret letter by letter (BREACH). So an answer with a secret in its
 * body or in a cookie is sent as it is.
 *
 * @param json at status 2xx
 * @param holdsSecret whether the body holds a token, a signed link or the like (`secret` of the endpoint)
 */
export async function sendJson(
  req: Request,
  res: Response,
  status: number,
  json: string,
  holdsSecret: boolean,
): Promise<void> {
  res.status(status).type('application/json');
  if (holdsSecret || res.hasHeader('set-cookie')) {
    res.send(json);
    return;
  }
  res.vary('Accept-Encoding');
  const bytes = Buffer.from(json);
  // Of the JSON, whatever form it is sent in: the answer to a client that has it already is not compressed first.
  const etag = (req.app.get('etag fn') as ((body: Buffer) => string) | undefined)?.(bytes);
  if (etag) res.set('etag', etag);
  const encoding = (['br', 'gzip'] as const).find((each) => req.acceptsEncodings(each));
  if (!encoding || bytes.length < LEAST_BYTES || req.fresh) {
    res.send(bytes);
    return;
  }
  const compressed = await compress(encoding, bytes);
  res.set('content-encoding', encoding).send(compressed);
}
