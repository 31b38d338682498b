import { WebSocket } from 'ws';
import { syncChannel, userChannel } from '#shared/realtime/channels.ts';
import {
  CLOSE,
  type ClientFrame,
  REALTIME_PATH,
  type ServerFrame,
  serverFrameSchema,
} from '#shared/realtime/frames.ts';
import type { MessageDraft } from '#shared/realtime/messages.ts';
import { ChannelPositions, type FrameEffect } from '../../host/channel-positions.ts';
import { addJitter } from '../../host/pauses.ts';
import type { Channel, ChannelHandlers } from '../../ports/channel.ts';
import { CHECKED } from '../network.ts';
import type { HttpClient } from './http-client.ts';

const FIRST_PAUSE_MS = 500;
/** Where nothing answers, a try costs almost nothing, so the server's return is noticed soon. */
const LONGEST_SILENT_PAUSE_MS = 2_000;
/** A server that answers but refuses the connection is tried less often. */
const LONGEST_PAUSE_MS = 30_000;
/** A connection that is neither accepted nor refused is given up after this long. */
const HANDSHAKE_MS = 10_000;
/** How long the other end may take to answer a ping. */
const PULSE_MS = 3_000;
/** How long the server has to agree that the connection is closed. */
const CLOSE_MS = 1000;
/** The close code of a connection that ended without a close frame. */
const SILENCE = 1006;
/** The server is stopping or restarting. */
const GOING_AWAY = new Set<number>([CLOSE.away, 1012, SILENCE]);
const PING_MS = 30_000;
/** Far more than any frame of the protocol: a longer one ends the connection. */
const FRAME_BYTES = 1024 ** 2;

export interface SocketIdentity {
  readonly userId: string;
  readonly clientId: string;
}

/**
 * The desktop's two channels over one socket, which reconnects by itself. Messages are hints: those sent while it is
 * disconnected are dropped, and after a gap that cannot be healed everything is fetched by HTTP.
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
  private connections = 0;
  private closed = false;
  /** Whether a token was refused: the server's clock decides whether it has expired, not this computer's. */
  private refused = false;
  private pause = FIRST_PAUSE_MS;
  private timer: NodeJS.Timeout | undefined;
  private ping: NodeJS.Timeout | undefined;
  private pulse: NodeJS.Timeout | undefined;
  /** Whether it was connected before. */
  private lost = false;
  /** The last error: it is reported once, however often it occurs. */
  private said = '';

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

  get connection(): number {
    return this.connections;
  }

  send(message: MessageDraft): void {
    if (this.ready) this.tell({ frame: 'send', channel: this.own, message });
  }

  check(): void {
    if (this.closed || !this.handlers) return;
    this.pause = FIRST_PAUSE_MS;
    const { socket } = this;
    if (socket?.readyState === WebSocket.OPEN) {
      this.checkAlive(socket);
      return;
    }
    // A connection that is being opened may use a route that is gone.
    if (socket?.readyState === WebSocket.CONNECTING) socket.terminate();
    else if (this.timer) {
      clearTimeout(this.timer);
      this.timer = undefined;
      void this.connect();
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.pulse);
    clearInterval(this.ping);
    const { socket } = this;
    socket?.close(1000);
    // A server that stands still never agrees, and the library would wait for it for half a minute.
    if (socket) setTimeout(() => socket.terminate(), CLOSE_MS).unref();
  }

  private async connect(): Promise<void> {
    this.timer = undefined;
    let token: string;
    try {
      token = await this.http.token(this.refused);
    } catch {
      this.again(true);
      return;
    }
    if (this.closed) return;
    const agent = this.http.network.socketAgent;
    const address = `${this.http.origin.replace(/^http/, 'ws')}${REALTIME_PATH}`;
    const options = { ...CHECKED, handshakeTimeout: HANDSHAKE_MS, maxPayload: FRAME_BYTES };
    const socket = new WebSocket(address, agent ? { ...options, agent } : options);
    this.socket = socket;
    socket.on('open', () => this.tell({ frame: 'auth', token, clientId: this.identity.clientId }));
    socket.on('message', (data) => this.take(String(data)));
    socket.on('error', (error) => this.sayOnce(`realtime: ${error.message}`));
    socket.on('close', (code) => {
      this.ready = false;
      this.refused = code === CLOSE.unauthorized;
      clearInterval(this.ping);
      clearTimeout(this.pulse);
      if (code === CLOSE.revoked) this.handlers?.onRevoked();
      else this.again(GOING_AWAY.has(code));
    });
    this.startHeartbeat(socket);
  }

  /** Notices a connection that died without a close frame. */
  private startHeartbeat(socket: WebSocket): void {
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

  /** Pings the other end, and reconnects where no answer comes. */
  private checkAlive(socket: WebSocket): void {
    clearTimeout(this.pulse);
    this.pulse = setTimeout(() => socket.terminate(), PULSE_MS).unref();
    socket.once('pong', () => clearTimeout(this.pulse));
    socket.ping();
  }

  /** `silent`: nothing answered. Each desktop waits for a random time, so that not all of them reconnect at once. */
  private again(silent: boolean): void {
    if (this.closed) return;
    this.lost = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.connect(), addJitter(this.pause));
    this.timer.unref();
    this.pause = Math.min(silent ? LONGEST_SILENT_PAUSE_MS : LONGEST_PAUSE_MS, this.pause * 2);
  }

  private sayOnce(text: string): void {
    if (text === this.said) return;
    this.said = text;
    this.log(text);
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
      this.applyMessage(this.positions.take(frame));
      return;
    }
    this.pause = FIRST_PAUSE_MS;
    this.said = '';
    if (this.lost) this.handlers?.onBack();
    this.lost = false;
    this.join(userChannel(this.identity.userId));
    this.join(this.own);
  }

  private applyMessage({ message, reset, joined, ask, problem }: FrameEffect): void {
    if (problem !== undefined) this.log(`realtime: ${problem}`);
    if (joined === this.own) {
      this.ready = true;
      this.connections += 1;
    }
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
