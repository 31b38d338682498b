import { fork } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { timed } from './figures.ts';

/**
 * The limit of Node itself: a second process on loopback that writes what it receives to a flushed file, and sends a
 * file. No server on Node is quicker on this machine, so its times are a lower bound for ours.
 */

const PIECE = 1024 ** 2;

interface Bare {
  /** Milliseconds from the first byte to the answer. */
  upload(path: string, to: string): Promise<number>;
  /** Milliseconds to a flushed file. */
  download(path: string, to: string): Promise<number>;
  stop(): void;
}

/** Starts the bare server beside this process. */
export async function startBareHttp(): Promise<Bare> {
  const child = fork(import.meta.filename, ['serve']);
  const port = await new Promise<number>((heard) => child.once('message', (said) => heard(Number(said))));
  const at = (path: string): string => `http://127.0.0.1:${port}/?${new URLSearchParams({ path })}`;
  return {
    upload: (path, to) =>
      timed(async () => {
        const { size } = await stat(path);
        const call = request(at(to), { method: 'PUT', headers: { 'content-length': size } });
        const answered = new Promise<IncomingMessage>((come, fail) =>
          call.once('response', come).once('error', fail),
        );
        await pipeline(createReadStream(path, { highWaterMark: PIECE }), call);
        (await answered).resume();
      }),
    download: (path, to) =>
      timed(async () => {
        const answer = await new Promise<IncomingMessage>((come, fail) =>
          get(at(path), come).once('error', fail),
        );
        await pipeline(answer, createWriteStream(to, { highWaterMark: 8 * PIECE, flush: true }));
      }),
    stop: () => void child.kill(),
  };
}

if (process.argv[2] === 'serve') {
  const server = createServer(async (req, res) => {
    const path = new URL(req.url ?? '', 'http://localhost').searchParams.get('path') ?? '';
    if (req.method === 'GET') return pipeline(createReadStream(path, { highWaterMark: PIECE / 2 }), res);
    await pipeline(req, createWriteStream(path, { highWaterMark: 4 * PIECE, flush: true }));
    res.end();
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
