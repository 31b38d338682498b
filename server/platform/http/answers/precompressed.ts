import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import express, { type Request, type RequestHandler, type Response } from 'express';

/** What the web build holds beside a file (scripts/lib/web-build/precompress.ts), the smallest first. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/** A file's name without folders: only those are looked up before Express has checked the path. */
const PLAIN = /^[\w-][\w.-]*$/;

/**
 * Which of a file's compressed forms to send, or undefined for the file itself. Says in `Vary` that this depends on the
 * request.
 *
 * @param file absolute
 */
function encodingFor(req: Request, res: Response, file: string): (typeof ENCODINGS)[number] | undefined {
  res.vary('Accept-Encoding');
  // Each by itself: of a list the first named would be taken, and browsers name gzip before br.
  return ENCODINGS.find(({ name, ending }) => req.acceptsEncodings(name) && existsSync(`${file}${ending}`));
}

/** The headers that a compressed form has instead of those that its own name would give it. */
function headersOf(res: Response, file: string, encoding: string): Record<string, string> {
  res.type(extname(file));
  return { 'content-type': String(res.get('content-type')), 'content-encoding': encoding };
}

/**
 * Serves the files of one folder, compressed where the client takes it and the build made such a form. Length, ETag and
 * ranges are those of what is sent.
 *
 * @param folder absolute
 */
export function servePrecompressed(
  folder: string,
  options: Parameters<typeof express.static>[1] = {},
): RequestHandler {
  const serve = express.static(folder, options);
  return (req, res, next) => {
    const name = req.path.slice(1);
    const reads = req.method === 'GET' || req.method === 'HEAD';
    const encoding = reads && PLAIN.test(name) ? encodingFor(req, res, join(folder, name)) : undefined;
    if (!encoding) return serve(req, res, next);
    res.set(headersOf(res, name, encoding.name));
    const asked = req.url;
    req.url = `/${name}${encoding.ending}`;
    serve(req, res, (error) => {
      req.url = asked;
      next(error);
    });
  };
}

/**
 * Sends one file, compressed where the client takes it and the build made such a form.
 *
 * @param file absolute
 */
export function sendPrecompressed(req: Request, res: Response, file: string): void {
  const encoding = encodingFor(req, res, file);
  if (encoding) res.sendFile(`${file}${encoding.ending}`, { headers: headersOf(res, file, encoding.name) });
  else res.sendFile(file);
}
