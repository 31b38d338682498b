import type { RawData, WebSocket } from 'ws';
import {
  CLOSE,
  type ClientFrame,
  clientFrameSchema,
  type FRAME_ERRORS,
  type ServerFrame,
} from '#shared/realtime/frames.ts';
import { MESSAGES, type Message } from '#shared/realtime/messages.ts';
import { TokenBucket } from '../limits/token-bucket.ts';
import { t } from '../texts.ts';
import type { Position, Subscriber } from './hub.ts';

/** How long the other end may take to answer a close, in milliseconds; and where nothing more of it is read. */
const GOODBYE_MS = 5000;
const UNREAD_MS = 1000;
/** Frames: how many at once, and how many a second in the long run. */
const RATE = { burst: 1000, perSecond: 200 } as const;
/** A larger frame counts as several: so many characters are one. Ordinary ones have some hundreds. */
const FRAME_CHARACTERS = 2048;
/** Pings and pongs of the WebSocket protocol. A proxy or a library sends one in some seconds. */
const CONTROL_RATE = { burst: 100, perSecond: 10 } as const;
/** After so many more frames that could not be read, or came too fast, than frames that were taken, the connection ends. */
const STRIKES = 20;
/** How many frames may wait to be handled. */
const WAITING_MAX = 2000;
/**
 * Bytes that a reader may be behind. From the first limit on repetitions wait; at the second the connection is closed.
 */
const BEHIND = { repetitions: 64 * 1024, all: 4 * 1024 ** 2 } as const;

type FrameErrorCode = (typeof FRAME_ERRORS)[number];

/** A frame was refused; the connection stays open. `message` is a sentence for a person, as in answers of HTTP. */
export class FrameError extends Error {
  readonly code: FrameErrorCode;

  constructor(code: FrameErrorCode, message: string) {
    super(message);
    this.name = 'FrameError';
    this.code = code;
  }
}

/** One socket: reads frames one after the other, enforces its limits, and writes what its channels send. */
export class Connection implements Subscriber {
  readonly #socket: WebSocket;
  /** The newest repetition of each operation that a slow reader has not received yet. */
  readonly #held = new Map<string, ServerFrame>();
  readonly #rate = new TokenBucket(RATE);
  readonly #controlRate = new TokenBucket(CONTROL_RATE);
  /** The shared frame rate of all sockets of its person. */
  #shared: TokenBucket | undefined;
  #strikes = 0;
  #alive = true;
  #work: Promise<void> = Promise.resolve();
  #flushing = false;
  #waiting = 0;

  readonly #misused: () => void;

  /** @param misused is called when it is closed for misuse */
  constructor(socket: WebSocket, misused: () => void = () => undefined) {
    this.#socket = socket;
    this.#misused = misused;
    socket.on('pong', () => {
      this.#alive = true;
      this.#countControl();
    });
    socket.on('ping', (data) => {
      if (this.#countControl()) socket.pong(data);
    });
    // ws closes the socket itself where a frame is too large or broken.
    socket.on('error', () => undefined);
  }

  /** Whether a ping or pong may be taken. They cost time before anybody has signed in. */
  #countControl(): boolean {
    const isFree = this.#controlRate.take();
    if (!isFree) this.close(CLOSE.misuse, 'too many pings or pongs');
    return isFree && this.open;
  }

  /** @param handle runs for one frame at a time, in the order of arrival */
  onFrame(handle: (frame: ClientFrame) => Promise<void>): void {
    this.#socket.on('message', (raw, isBinary) => {
      if (!this.open) return;
      this.#alive = true;
      const frame = isBinary ? this.#refuse('invalid', t('frames.text')) : this.#read(raw);
      if (!frame) return;
      this.#waiting += 1;
      if (this.#waiting > WAITING_MAX) return this.close(CLOSE.slow, 'too many frames at once');
      this.#work = this.#work.then(async () => {
        this.#waiting -= 1;
        await this.#run(frame, handle);
      });
    });
  }

  /** @param handle is given the code of the closing frame; 1006 where none came */
  onClose(handle: (code: number) => void): void {
    this.#socket.once('close', handle);
  }

  /** Makes it count against a rate that it shares with others. */
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

  /**
   * Closes the connection. Where the client does not answer soon, the socket is destroyed, so that it keeps no place. Of
   * whoever sends too much nothing more is read.
   */
  close(code: number, reason: string): void {
    if (!this.open) return;
    this.#socket.close(code, reason);
    if (code === CLOSE.misuse) this.#misused();
    const isUnread = code === CLOSE.misuse || code === CLOSE.slow;
    if (isUnread) {
      this.#socket.pause();
      // What was read already may be thousands of frames.
      for (const kind of ['message', 'ping', 'pong']) this.#socket.removeAllListeners(kind);
    }
    setTimeout(() => this.#socket.terminate(), isUnread ? UNREAD_MS : GOODBYE_MS).unref();
  }

  /** Call it at intervals: a client that did not answer the last ping is disconnected. */
  beat(): void {
    if (!this.#alive) this.#socket.terminate();
    else if (this.open) {
      this.#alive = false;
      this.#socket.ping();
    }
  }

  #read(raw: RawData): ClientFrame | undefined {
    const text = raw.toString();
    const cost = 1 + Math.floor(text.length / FRAME_CHARACTERS);
    const isFree = this.#rate.take(cost) && (this.#shared?.take(cost) ?? true);
    let json: unknown;
    try {
      // Of a large frame that is refused nothing is read: that would cost what its refusal saves.
      if (isFree || cost === 1) json = JSON.parse(text);
    } catch {
      return this.#refuse('invalid', t('frames.notJson'));
    }
    if (!isFree) return this.#refuse('too_many', t('frames.tooMany'), json);
    const parsed = clientFrameSchema.safeParse(json);
    if (parsed.success) {
      this.#strikes = Math.max(0, this.#strikes - 1);
      return parsed.data;
    }
    const field = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
    const sentence = field === '' ? t('frames.unknown') : t('frames.field', { field });
    return this.#refuse('invalid', sentence, json);
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
      this.report(error, frame);
    }
  }

  /** Says why a frame was refused, or that it could not be handled. */
  report(error: unknown, frame?: ClientFrame): void {
    const refused = error instanceof FrameError ? error : new FrameError('unavailable', t('frames.failed'));
    const { code, message } = refused;
    this.send({ frame: 'error', code, message: message.slice(0, 500), ...subjectOf(frame) });
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

/** The channel and the message that an error is about, as far as they can be read. */
function subjectOf(json: unknown): { channel?: string; id?: string } {
  const { channel, message } = (json ?? {}) as { channel?: unknown; message?: { id?: unknown } };
  const id = message?.id;
  return {
    ...(typeof channel === 'string' && channel.length <= 100 ? { channel } : {}),
    ...(typeof id === 'string' && UUID.test(id) ? { id } : {}),
  };
}
