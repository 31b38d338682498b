import type { ServerFrame } from '#shared/realtime/frames.ts';
import type { MessageDraft } from '#shared/realtime/messages.ts';
import { ChannelPositions } from '../../host/channel-positions.ts';
import type { Channel, ChannelHandlers } from '../../ports/channel.ts';
import type { FakeRealtime } from './fake-realtime.ts';

export type LineFault = 'lost' | 'twice' | 'late';

/** A subscriber's connection on which messages are lost, repeated, or delivered after the next one. */
export class FakeLine implements Channel {
  private readonly positions = new ChannelPositions();
  private readonly realtime: FakeRealtime;
  private readonly channels: readonly string[];
  private handlers: ChannelHandlers | undefined;
  private connected = false;
  connection = 0;
  private fault: { kind: LineFault; in: number } | undefined;
  private late: ServerFrame | undefined;

  /** `channels`: those that it hears; it sends on the last one. */
  constructor(realtime: FakeRealtime, channels: readonly string[]) {
    this.realtime = realtime;
    this.channels = channels;
  }

  async start(handlers: ChannelHandlers): Promise<void> {
    this.handlers = handlers;
    this.connect();
  }

  send(message: MessageDraft): void {
    const own = this.channels.at(-1);
    if (this.connected && own !== undefined) this.realtime.publish(own, message);
  }

  check(): void {}

  async close(): Promise<void> {
    this.disconnect();
    this.handlers = undefined;
  }

  /** Disturbs a message, after this many from now. */
  disturb(kind: LineFault, after: number): void {
    this.fault = { kind, in: after };
  }

  connect(): void {
    if (this.connected || !this.handlers) return;
    this.connected = true;
    this.connection += 1;
    this.realtime.connect(this);
    for (const channel of this.channels) this.realtime.take(this, this.positions.join(channel));
  }

  disconnect(): void {
    this.connected = false;
    this.late = undefined;
    this.realtime.disconnect(this);
  }

  /** From now on every message is delivered as it was sent. */
  calm(): void {
    this.fault = undefined;
  }

  /** Ends the connection and opens it again. */
  reconnect(): void {
    this.disconnect();
    this.connect();
  }

  hears(channel: string): boolean {
    return this.channels.includes(channel);
  }

  stateOf(channel: string) {
    return this.positions.stateOf(channel);
  }

  receive(frame: ServerFrame): void {
    if (!this.connected) return;
    const { fault, late } = this;
    if (frame.frame === 'message' && fault) {
      fault.in -= 1;
      if (fault.in < 0) {
        this.fault = undefined;
        if (fault.kind === 'late') this.late = frame;
        if (fault.kind !== 'twice') return;
        this.take(frame);
      }
    }
    this.take(frame);
    if (!late) return;
    this.late = undefined;
    this.take(late);
  }

  private take(frame: ServerFrame): void {
    const { message, reset, ask } = this.positions.take(frame);
    if (reset) this.handlers?.onReset();
    if (message) this.handlers?.onMessage(message);
    if (ask && this.connected) this.realtime.take(this, ask);
  }
}
