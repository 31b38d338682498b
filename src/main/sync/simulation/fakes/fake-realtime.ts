import type { ClientFrame, ServerFrame } from '#shared/realtime/frames.ts';
import type { Message, MessageDraft } from '#shared/realtime/messages.ts';
import { type ChannelState, isRepetition, reduce, resetChannel } from '#shared/realtime/reducer.ts';

/** How many messages a channel keeps: few, so that some subscribers return too late. */
const RING = 12;

/** One channel on the server: its position, its last messages, and the state of its operations. */
interface Log {
  state: ChannelState;
  ring: Message[];
}

/** The realtime part of the server, by the rules of docs/protocols/realtime.md and the shared reducer. */
export class FakeRealtime {
  private readonly logs = new Map<string, Log>();
  private readonly lines = new Set<{ receive(frame: ServerFrame): void; hears(channel: string): boolean }>();
  /** Steps that the reducer refused: no desktop may ever send one. */
  readonly refused: string[] = [];
  private epoch = 1;

  /** Stamps a message and delivers it. One that the reducer refuses is dropped. */
  publish(channel: string, draft: MessageDraft): void {
    const log = this.log(channel);
    const counts = !isRepetition(log.state, draft);
    const stamp = { epoch: log.state.epoch, ...(counts ? { seq: log.state.lastSeq + 1 } : {}) };
    const message = { ...draft, ...stamp } as Message;
    const { state, error } = reduce(log.state, message);
    if (error) {
      this.refused.push(error.message);
      return;
    }
    log.state = state;
    if (counts) log.ring = [...log.ring, message].slice(-RING);
    for (const line of this.lines)
      if (line.hears(channel)) line.receive({ frame: 'message', channel, message });
  }

  connect(line: { receive(frame: ServerFrame): void; hears(channel: string): boolean }): void {
    this.lines.add(line);
  }

  disconnect(line: { receive(frame: ServerFrame): void; hears(channel: string): boolean }): void {
    this.lines.delete(line);
  }

  /** Takes a subscriber's frame; only that subscriber gets the answer. */
  take(line: { receive(frame: ServerFrame): void }, frame: ClientFrame): void {
    if (frame.frame !== 'subscribe' && frame.frame !== 'resume') return;
    const { channel } = frame;
    const { state, ring } = this.log(channel);
    const position = { channel, epoch: state.epoch, seq: state.lastSeq };
    if (frame.frame === 'subscribe') {
      line.receive({ frame: 'subscribed', ...position });
      return;
    }
    const known = frame.epoch === state.epoch && frame.seq <= state.lastSeq;
    const first = ring[0]?.seq ?? state.lastSeq + 1;
    if (!known || frame.seq + 1 < first) {
      line.receive({ frame: 'reset', ...position });
      return;
    }
    for (const message of ring)
      if ((message.seq ?? 0) > frame.seq) line.receive({ frame: 'message', channel, message });
    line.receive({ frame: 'resumed', ...position });
  }

  /** Another process of the server: no message of before is kept. */
  restart(): void {
    this.epoch += 1;
    this.logs.clear();
  }

  stateOf(channel: string): ChannelState {
    return this.log(channel).state;
  }

  private log(channel: string): Log {
    const log = this.logs.get(channel) ?? { state: resetChannel(`boot-${this.epoch}`, 0), ring: [] };
    this.logs.set(channel, log);
    return log;
  }
}
