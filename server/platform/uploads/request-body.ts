import type { IncomingMessage } from 'node:http';

/** Bytes that may wait between the socket and the disk. */
const WAITING_BYTES = 1024 ** 2;
/** Pieces below this size are copied together up to so many bytes: each that is passed on by itself is a write. */
const SMALL_BYTES = 16 * 1024;
const GATHERED_BYTES = 64 * 1024;
/** …and for at most this long, so that little is lost where the process dies. In milliseconds. */
const GATHERED_MS = 200;

/**
 * The body of an upload. The socket's buffers are passed on as they are, but for small ones, which are gathered. Where
 * the client goes away in the middle, the body ends there and without an error: that would drop what is still between
 * here and the disk, and its client had to send it again.
 */
export function bodyOf(req: IncomingMessage): ReadableStream<Uint8Array> {
  let ended = false;
  let gathered: Buffer | null = null;
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const pass = (): void => {
          clearTimeout(timer);
          if (gathered && !ended) controller.enqueue(gathered.subarray(0, length));
          gathered = null;
          length = 0;
        };
        const gather = (piece: Buffer): void => {
          if (length + piece.length > GATHERED_BYTES) pass();
          if (!gathered) {
            gathered = Buffer.allocUnsafe(GATHERED_BYTES);
            timer = setTimeout(pass, GATHERED_MS);
          }
          // A piece that was kept would keep the whole buffer that it was read into.
          length += piece.copy(gathered, length);
        };
        const end = (): void => {
          if (ended) return;
          pass();
          ended = true;
          controller.close();
        };
        req.on('data', (piece: Buffer) => {
          if (ended) return;
          if (piece.length < SMALL_BYTES) gather(piece);
          else {
            pass();
            controller.enqueue(piece);
          }
          if ((controller.desiredSize ?? 1) - length <= 0) req.pause();
        });
        for (const event of ['end', 'error', 'close']) req.once(event, end);
      },
      pull() {
        req.resume();
      },
      cancel() {
        // Refused in the middle: the rest is discarded, so that the client can read the answer.
        ended = true;
        clearTimeout(timer);
        req.resume();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: WAITING_BYTES }),
  );
}
