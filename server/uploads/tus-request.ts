import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from '@tus/server';

type TusRequest = Parameters<Server['handleWeb']>[0];

/**
 * A request as the tus library wants it. Its own wrapper copies every chunk of the body on the way, which costs a
 * large upload more than hashing it does; here the socket's buffers go through as they are.
 */
export function tusRequest(req: IncomingMessage, res: ServerResponse, path: string): TusRequest {
  const headers = new Headers();
  for (let at = 0; at + 1 < req.rawHeaders.length; at += 2) {
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

/**
 * What has come is taken in one piece each time that the disk is ready for more: at a high speed pieces of a megabyte
 * (the socket's high-water mark), of which each step on the way costs what it costs for one of 64 KiB.
 */
function bodyOf(req: IncomingMessage): ReadableStream<Uint8Array> {
  let ended = false;
  let wanted: (() => void) | null = null;
  const awake = (): void => wanted?.();
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = (error?: Error): void => {
          if (ended) return;
          ended = true;
          if (error) controller.error(error);
          else controller.close();
          awake();
        };
        req.on('readable', awake);
        req.once('end', () => end());
        req.once('error', end);
        req.once('close', () => end(new Error('the client went away')));
      },
      async pull(controller) {
        while (!ended) {
          const piece: Buffer | null = req.read();
          if (piece) return controller.enqueue(piece);
          await new Promise<void>((come) => {
            wanted = come;
          });
        }
      },
      cancel() {
        // Refused in the middle: what still comes is let by, so that the client can read the answer.
        ended = true;
        req.removeListener('readable', awake);
        req.resume();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Writes the library's answer. Errors are JSON, as everywhere. */
export async function sendResponse(res: ServerResponse, response: Response): Promise<void> {
  const body = response.body ? Buffer.from(await response.arrayBuffer()) : null;
  if (res.destroyed) return;
  res.statusCode = response.status;
  for (const [name, value] of response.headers) res.setHeader(name, value);
  if (response.status >= 400) res.setHeader('content-type', 'application/json');
  res.end(body ?? undefined);
}
