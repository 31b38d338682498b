import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from '@tus/server';
import { headerFault } from './tus-errors.ts';

type TusRequest = Parameters<Server['handleWeb']>[0];

const OPENING_BRACE = 0x7b;

/** Bytes that may wait between the socket and the disk. */
const WAITING_BYTES = 1024 ** 2;

/**
 * A request as the tus library needs it. The library's own wrapper copies every chunk, which costs a large upload more
 * than hashing; here the socket's buffers are passed on as they are.
 */
export function tusRequest(req: IncomingMessage, res: ServerResponse, path: string): TusRequest {
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
    runtime: { name: 'node', node: { req, res } },
  } as unknown as TusRequest;
}

function bodyOf(req: IncomingMessage): ReadableStream<Uint8Array> {
  let ended = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = (error?: Error): void => {
          if (ended) return;
          ended = true;
          if (error) controller.error(error);
          else controller.close();
        };
        req.on('data', (chunk: Buffer) => {
          if (ended) return;
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 1) <= 0) req.pause();
        });
        req.once('end', () => end());
        req.once('error', end);
        req.once('close', () => end(new Error('the client went away')));
      },
      pull() {
        req.resume();
      },
      cancel() {
        // Refused in the middle: the rest is discarded, so that the client can read the answer.
        ended = true;
        req.resume();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: WAITING_BYTES }),
  );
}

/** Writes the library's answer. Errors are JSON, as everywhere. */
export async function sendResponse(res: ServerResponse, response: Response): Promise<void> {
  const body = response.body ? Buffer.from(await response.arrayBuffer()) : undefined;
  if (res.destroyed) return;
  res.statusCode = response.status;
  for (const [name, value] of response.headers) res.setHeader(name, value);
  if (response.status < 400) return void res.end(body);
  // What the library refuses by itself (a wrong protocol version, invalid headers) has a plain text.
  const isOurs = body?.[0] === OPENING_BRACE;
  const text = isOurs ? '' : (body?.toString() ?? '');
  const answer = isOurs ? body : Buffer.from(JSON.stringify(headerFault(response.status, text).body()));
  // The library answers another version of the protocol as an invalid header.
  if (/tus-resumable/i.test(text)) {
    res.statusCode = 412;
    res.setHeader('tus-version', '1.0.0');
  }
  res.setHeader('content-type', 'application/json');
  res.setHeader('content-length', answer.length);
  res.end(answer);
}
