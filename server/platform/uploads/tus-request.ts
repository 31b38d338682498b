import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from '@tus/server';
import type { ErrorBody } from '#shared/platform/errors.ts';
import { bodyOf } from './request-body.ts';
import { headerFault } from './tus-errors.ts';

type TusRequest = Parameters<Server['handleWeb']>[0];

const OPENING_BRACE = 0x7b;

/**
 * A request as the tus library needs it. The library's own wrapper copies every chunk, which costs a large upload more
 * than hashing; here large ones are passed on as they are (`bodyOf`). It is not told
 * that it runs on Node: it would listen for the connection's end by itself, and drop what is on its way to the disk.
 */
export function tusRequest(req: IncomingMessage, path: string): TusRequest {
  const headers = new Headers();
  for (let at = 0; at < req.rawHeaders.length; at += 2) {
    headers.append(req.rawHeaders[at] ?? '', req.rawHeaders[at + 1] ?? '');
  }
  const hasBody = req.method === 'POST' || req.method === 'PATCH';
  return {
    method: req.method ?? 'GET',
    url: `http://${headers.get('host') ?? 'localhost'}${path}`,
    headers,
    body: hasBody ? bodyOf(req) : null,
  } as unknown as TusRequest;
}

/** Writes the library's answer. Errors are JSON with the id that the answer has in its header, as everywhere. */
export async function sendResponse(res: ServerResponse, response: Response): Promise<void> {
  const body = response.body ? Buffer.from(await response.arrayBuffer()) : undefined;
  if (res.destroyed) return;
  res.statusCode = response.status;
  for (const [name, value] of response.headers) res.setHeader(name, value);
  if (response.status < 400) return void res.end(body);
  // What the library refuses by itself (a wrong protocol version, invalid headers) has a plain text.
  const isOurs = body?.[0] === OPENING_BRACE;
  const text = isOurs ? '' : (body?.toString() ?? '');
  const fault = isOurs ? (JSON.parse(String(body)) as ErrorBody) : headerFault(response.status, text).body();
  const error = { ...fault.error, requestId: res.getHeader('x-request-id') };
  const answer = Buffer.from(JSON.stringify({ error }));
  // The library answers another version of the protocol as an invalid header.
  if (/tus-resumable/i.test(text)) {
    res.statusCode = 412;
    res.setHeader('tus-version', '1.0.0');
  }
  res.setHeader('content-type', 'application/json');
  res.setHeader('content-length', answer.length);
  res.end(answer);
}
