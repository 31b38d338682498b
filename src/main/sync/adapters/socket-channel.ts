import { WebSocket } from 'ws';
import { syncChannel, userChannel } from '#shared/realtime/channels.ts';
import {
  type ClientFrame,
  REALTIME_PATH,
  type ServerFrame,
  serverFrameSchema,
} from '#shared/realtime/frames.ts';
import type { Message, MessageDraft } from '#shared/realtime/messages.ts';
import { type ChannelState, channelState, reduce, resetChannel } from '#shared/realtime/reducer.ts';
import type { Channel, ChannelHandlers } from '../ports/channel.ts';
import type { HttpClient } from './http-client.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** The server closes with this code when the desktop was revoked. */
const REVOKED = 4403;
/** And with this one when it does not take the token. */
const UNAUTHORIZED = 4401;
const PING_MS = 30_000;

export interface SocketIdentity {
  readonly userId: string;
  readonly clientId: string;
}

/**
 * The desktop's two channels over one socket that comes back by itself. Messages are hints: what is said while
 * nobody is connected is dropped, and after a gap that cannot be healed everything is fetched by HTTP.
 */
export class SocketChannel implements Channel {
  private readonly http: HttpClient;
  private readonly identity: SocketIdentity;
  private readonly log: (text: string) => void;
  private readonly own: string;
  private readonly states = new Map<string, ChannelState>();
  private readonly resuming = new Set<string>();
  private handlers: ChannelHandlers | undefined;
  private socket: WebSocket | undefined;
  private ready = false;
  private closed = false;
  /** The server's clock decides whether a token has ended, not this computer's. */
  private refused = false;
  private pause = FIRST_PAUSE_MS;
  private timer: NodeJS.Timeout | undefined;
  private ping: NodeJS.Timeout | undefined;

  constructor(http: HttpClient, identity: SocketIdentity, log: (text: string) => void) {
    this.http = http;
    this.identity = identity;
    this.log = log;
    this.own = syncChannel(identity.userId, identity.clientId);
  }

  async start(handlers: ChannelHandlers): Promise<void> {
    this.handlers = handlers;
    await this.connect();
  }

  send(message: MessageDraft): void {
    if (this.ready) this.tell({ frame: 'send', channel: this.own, message });
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.ping);
    this.socket?.close(1000);
  }

  private async connect(): Promise<void> {
    let token: string;
    try {
      token = await this.http.token(this.refused);
    } catch {
      this.again();
      return;
    }
    if (this.closed) return;
    const agent = this.http.network.socketAgent;
    const address = `${this.http.origin.replace(/^http/, 'ws')}${REALTIME_PATH}`;
    const socket = new WebSocket(address, agent ? { agent } : {});
    this.socket = socket;
    socket.on('open', () => this.tell({ frame: 'auth', token, clientId: this.identity.clientId }));
    socket.on('message', (data) => this.take(String(data)));
    socket.on('error', (error) => this.log(`realtime: ${error.message}`));
    socket.on('close', (code) => {
      this.ready = false;
      this.refused = code === UNAUTHORIZED;
      clearInterval(this.ping);
      if (code === REVOKED) this.handlers?.onRevoked();
      else this.again();
    });
    this.watchPulse(socket);
  }

  /** A connection that died without a word is noticed by its silence. */
  private watchPulse(socket: WebSocket): void {
    let alive = true;
    socket.on('pong', () => {
      alive = true;
    });
    clearInterval(this.ping);
    this.ping = setInterval(() => {
      if (!alive) socket.terminate();
      alive = false;
      if (socket.readyState === socket.OPEN) socket.ping();
    }, PING_MS);
    this.ping.unref();
  }

  private again(): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.connect(), this.pause);
    this.timer.unref();
    this.pause = Math.min(LONGEST_PAUSE_MS, this.pause * 2);
  }

  private tell(frame: ClientFrame): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  private take(text: string): void {
    const parsed = serverFrameSchema.safeParse(parse(text));
    if (!parsed.success) {
      this.log('realtime: a frame that is not known');
      return;
    }
    const frame: ServerFrame = parsed.data;
    switch (frame.frame) {
      case 'authenticated':
        this.pause = FIRST_PAUSE_MS;
        this.join(userChannel(this.identity.userId));
        this.join(this.own);
        return;
      case 'subscribed':
        this.states.set(frame.channel, channelState(frame.epoch, frame.seq));
        this.joined(frame.channel);
        // The first time, or after the position was lost: what came before is not known.
        this.handlers?.onReset();
        return;
      case 'resumed':
        this.resuming.delete(frame.channel);
        this.joined(frame.channel);
        return;
      case 'reset':
        this.resuming.delete(frame.channel);
        this.states.set(frame.channel, resetChannel(frame.epoch, frame.seq));
        this.joined(frame.channel);
        this.handlers?.onReset();
        return;
      case 'message':
        this.deliver(frame.channel, frame.message as Message);
        return;
      case 'error':
        this.log(`realtime: ${frame.code} ${frame.message}`);
        return;
      default:
    }
  }

  private join(channel: string): void {
    const state = this.states.get(channel);
    if (!state) this.tell({ frame: 'subscribe', channel });
    else this.tell({ frame: 'resume', channel, epoch: state.epoch, seq: state.lastSeq });
  }

  private joined(channel: string): void {
    if (channel === this.own) this.ready = true;
  }

  private deliver(channel: string, message: Message): void {
    const state = this.states.get(channel);
    if (!state) return;
    const { state: next, error } = reduce(state, message);
    this.states.set(channel, next);
    if (!error) {
      this.handlers?.onMessage(message);
      return;
    }
    this.log(`realtime: ${error.message}`);
    if (error.code !== 'out_of_order' || this.resuming.has(channel)) return;
    this.resuming.add(channel);
    this.tell({ frame: 'resume', channel, epoch: state.epoch, seq: state.lastSeq });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
