import type { RawData, WebSocket } from 'ws';
import {
  CLOSE,
  type ClientFrame,
  clientFrameSchema,
  type FRAME_ERRORS,
  type ServerFrame,
} from '#shared/realtime/frames.ts';
import { MESSAGES, type Message } from '#shared/realtime/messages.ts';
import type { Position, Subscriber } from './hub.ts';
import { TokenBucket } from './token-bucket.ts';

/** How long the other end has to take leave, in milliseconds. */
const GOODBYE_MS = 5000;
/** Frames: this many at once, and this many a second in the long run. */
const RATE = { burst: 1000, perSecond: 200 } as const;
/** So many frames in a row that could not be read, or came too fast, end a connection. */
const STRIKES = 20;
/** Frames that may wait for their turn. */
const WAITING_MAX = 2000;
/** Bytes that a reader may be behind: from the first figure repetitions wait, at the second it must come back. */
const BEHIND = { repetitions: 64 * 1024, all: 4 * 1024 ** 2 } as const;

type FrameErrorCode = (typeof FRAME_ERRORS)[number];

/** A frame that was refused; the connection stays. */
export class FrameError extends Error {
  readonly code: FrameErrorCode;

  constructor(code: FrameErrorCode, message: string) {
    super(message);
    this.name = 'FrameError';
    this.code = code;
  }
}

/** One socket: reads frames one after the other, keeps to its limits, and writes what its channels say. */
export class Connection implements Subscriber {
  readonly #socket: WebSocket;
  /** The newest repetition per operation that a slow reader has not got yet. */
  readonly #held = new Map<string, ServerFrame>();
  readonly #rate = new TokenBucket(RATE);
  /** What all sockets of its person may say together. */
  #shared: TokenBucket | undefined;
  #strikes = 0;
  #alive = true;
  #work: Promise<void> = Promise.resolve();
  #flushing = false;
  #waiting = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('pong', () => {
      this.#alive = true;
    });
    // A frame over the limit or a broken one: ws closes the socket itself.
    socket.on('error', () => undefined);
  }

  /** @param handle runs for one frame at a time, in the order in which they came */
  onFrame(handle: (frame: ClientFrame) => Promise<void>): void {
    this.#socket.on('message', (raw, isBinary) => {
      this.#alive = true;
      const frame = isBinary ? this.#refuse('invalid', 'Text frames only.') : this.#read(raw);
      if (!frame) return;
      this.#waiting += 1;
      if (this.#waiting > WAITING_MAX) return this.close(CLOSE.slow, 'too many frames at once');
      this.#work = this.#work.then(async () => {
        this.#waiting -= 1;
        await this.#run(frame, handle);
      });
    });
  }

  onClose(handle: () => void): void {
    this.#socket.once('close', handle);
  }

  /** From now on it keeps to a rate that others count for, too. */
  share(rate: TokenBucket): void {
    this.#shared = rate;
  }

  get open(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  send(frame: ServerFrame): void {
    if (!this.open) return;
    if (this.#socket.bufferedAmount > BEHIND.all) this.close(CLOSE.slow, 'too far behind');
    else this.#socket.send(JSON.stringify(frame));
  }

  deliver(channel: string, message: Message): void {
    const frame: ServerFrame = { frame: 'message', channel, message };
    const repetition = message.seq === undefined && 'repeats' in MESSAGES[message.type];
    if (repetition && this.#socket.bufferedAmount > BEHIND.repetitions) {
      this.#held.set(`${channel} ${message.opId}`, frame);
      this.#flushLater();
      return;
    }
    this.#held.delete(`${channel} ${message.opId}`);
    this.send(frame);
  }

  reset(channel: string, position: Position): void {
    this.send({ frame: 'reset', channel, ...position });
  }

  /** Whoever does not answer the close soon loses the line: it keeps no place for as long as they like. */
  close(code: number, reason: string): void {
    if (!this.open) return;
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), GOODBYE_MS).unref();
  }

  /** Call every so often: who did not answer the last time is gone. */
  beat(): void {
    if (!this.#alive) this.#socket.terminate();
    else if (this.open) {
      this.#alive = false;
      this.#socket.ping();
    }
  }

  #read(raw: RawData): ClientFrame | undefined {
    let json: unknown;
    try {
      json = JSON.parse(raw.toString());
    } catch {
      return this.#refuse('invalid', 'Not JSON.');
    }
    const isFree = this.#rate.take() && (this.#shared?.take() ?? true);
    if (!isFree) return this.#refuse('too_many', 'Too many frames.', json);
    const parsed = clientFrameSchema.safeParse(json);
    if (parsed.success) {
      this.#strikes = 0;
      return parsed.data;
    }
    const issue = parsed.error.issues[0];
    const where = issue?.path.map(String).join('.') ?? '';
    return this.#refuse(
      'invalid',
      `Not a frame of this protocol: ${where} ${issue?.message ?? ''}`.trim(),
      json,
    );
  }

  #refuse(code: FrameErrorCode, message: string, json?: unknown): undefined {
    const about = subjectOf(json);
    this.send({ frame: 'error', code, message: message.slice(0, 500), ...about });
    this.#strikes += 1;
    if (this.#strikes >= STRIKES) this.close(CLOSE.misuse, 'too many frames that cannot be taken');
    return undefined;
  }

  async #run(frame: ClientFrame, handle: (frame: ClientFrame) => Promise<void>): Promise<void> {
    if (!this.open) return;
    try {
      await handle(frame);
    } catch (error) {
      const refused = error instanceof FrameError ? error : new FrameError('unavailable', 'Try again.');
      const { code, message } = refused;
      this.send({ frame: 'error', code, message: message.slice(0, 500), ...subjectOf(frame) });
    }
  }

  #flushLater(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    const timer = setInterval(() => {
      if (this.open && this.#socket.bufferedAmount > BEHIND.repetitions) return;
      clearInterval(timer);
      this.#flushing = false;
      const frames = [...this.#held.values()];
      this.#held.clear();
      for (const frame of frames) this.send(frame);
    }, 100).unref();
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Which channel and sent message an error is about, as far as that can be read. */
function subjectOf(json: unknown): { channel?: string; id?: string } {
  const { channel, message } = (json ?? {}) as { channel?: unknown; message?: { id?: unknown } };
  const id = message?.id;
  return {
    ...(typeof channel === 'string' && channel.length <= 100 ? { channel } : {}),
    ...(typeof id === 'string' && UUID.test(id) ? { id } : {}),
  };
}
