import { WebSocket } from 'ws';
import { syncChannel, userChannel } from '#shared/realtime/channels.ts';
import {
  type ClientFrame,
  REALTIME_PATH,
  type ServerFrame,
  serverFrameSchema,
} from '#shared/realtime/frames.ts';
import type { MessageDraft } from '#shared/realtime/messages.ts';
import { ChannelPositions, type Heard } from '../channel-positions.ts';
import type { Channel, ChannelHandlers } from '../ports/channel.ts';
import type { HttpClient } from './http-client.ts';
import { CHECKED } from './network.ts';

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
  private readonly positions = new ChannelPositions();
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
    const socket = new WebSocket(address, agent ? { ...CHECKED, agent } : CHECKED);
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
    if (frame.frame !== 'authenticated') {
      this.heed(this.positions.take(frame));
      return;
    }
    this.pause = FIRST_PAUSE_MS;
    this.join(userChannel(this.identity.userId));
    this.join(this.own);
  }

  private heed({ message, reset, joined, ask, problem }: Heard): void {
    if (problem !== undefined) this.log(`realtime: ${problem}`);
    if (joined === this.own) this.ready = true;
    if (reset) this.handlers?.onReset();
    if (message) this.handlers?.onMessage(message);
    if (ask) this.tell(ask);
  }

  private join(channel: string): void {
    this.tell(this.positions.join(channel));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
