import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import type { ClientFrame, ServerFrame } from '#shared/realtime/frames.ts';
import { serverFrameSchema } from '#shared/realtime/frames.ts';
import type { MessageDraft, MessageType } from '#shared/realtime/messages.ts';

type FrameOf<K extends ServerFrame['frame']> = Extract<ServerFrame, { frame: K }>;

/** A realtime socket as a screen or a desktop has one. */
export interface TestSocket {
  readonly frames: readonly ServerFrame[];
  send(frame: ClientFrame): void;
  /** Sends anything, for frames that must be refused. */
  sendRaw(data: string | Buffer): void;
  /** The next frame of a kind that matches and was not returned before. */
  next<K extends ServerFrame['frame']>(kind: K, fits?: (frame: FrameOf<K>) => boolean): Promise<FrameOf<K>>;
  subscribe(channel: string): Promise<FrameOf<'subscribed'>>;
  /** The next message of a type. */
  message(type: MessageType): Promise<FrameOf<'message'>['message']>;
  /** The code with which the server closed the socket. */
  readonly closed: Promise<number>;
  close(): Promise<void>;
}

/** Milliseconds to wait for anything. */
const PATIENCE_MS = 60_000;

interface Waiting {
  readonly fits: (frame: ServerFrame) => boolean;
  readonly resolve: (frame: ServerFrame) => void;
}

/** Opens a socket. With a token it is authenticated when the promise resolves. */
export async function openSocket(
  url: string,
  token?: string | null,
  options: { readonly clientId?: string } = {},
): Promise<TestSocket> {
  const ws = new WebSocket(`${url.replace(/^http/, 'ws')}/api/realtime`);
  const frames: ServerFrame[] = [];
  const unread: ServerFrame[] = [];
  let waiting: Waiting[] = [];
  ws.on('message', (data) => {
    const frame = serverFrameSchema.parse(JSON.parse(data.toString()));
    frames.push(frame);
    const taker = waiting.find((each) => each.fits(frame));
    if (taker) {
      waiting = waiting.filter((each) => each !== taker);
      taker.resolve(frame);
    } else unread.push(frame);
  });
  const closed = new Promise<number>((resolve) => ws.once('close', (code) => resolve(code)));
  await new Promise<void>((resolve, reject) => {
    ws.once('open', () => resolve());
    ws.once('error', reject);
  });
  ws.on('error', () => undefined);

  const socket: TestSocket = {
    frames,
    closed,
    send: (frame) => ws.send(JSON.stringify(frame)),
    sendRaw: (data) => ws.send(data),
    next(kind, fits = () => true) {
      const matches = (frame: ServerFrame) => frame.frame === kind && fits(frame as never);
      const at = unread.findIndex(matches);
      if (at >= 0) return Promise.resolve(unread.splice(at, 1)[0] as never);
      return new Promise((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`no ${kind} came; there were ${JSON.stringify(frames.slice(-5))}`)),
          PATIENCE_MS,
        );
        const found = (frame: ServerFrame): void => {
          clearTimeout(late);
          resolve(frame as never);
        };
        waiting.push({ fits: matches, resolve: found });
      });
    },
    async subscribe(channel) {
      socket.send({ frame: 'subscribe', channel });
      return socket.next('subscribed', (frame) => frame.channel === channel);
    },
    message: async (type) => (await socket.next('message', (frame) => frame.message.type === type)).message,
    async close() {
      ws.close();
      await closed;
    },
  };
  if (token) {
    socket.send({ frame: 'auth', token, ...options });
    await socket.next('authenticated');
  }
  return socket;
}

/** A message with new ids. */
export const draft = <T extends MessageType>(type: T, more: Partial<MessageDraft> = {}): MessageDraft =>
  ({ v: 1, id: randomUUID(), opId: randomUUID(), type, ...more }) as MessageDraft;
