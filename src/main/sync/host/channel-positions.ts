import type { ClientFrame, ServerFrame } from '#shared/realtime/frames.ts';
import type { Message } from '#shared/realtime/messages.ts';
import { type ChannelState, channelState, reduce, resetChannel } from '#shared/realtime/reducer.ts';

/** What a frame means for the subscriber. */
export interface FrameEffect {
  /** In order and legal: to be applied, once. */
  readonly message?: Message;
  /** Something may have been missed that is not repeated: fetch by HTTP. */
  readonly reset?: true;
  /** This channel can be used from now on. */
  readonly joined?: string;
  /** To be sent to the server now. */
  readonly ask?: ClientFrame;
  /** For the log. */
  readonly problem?: string;
}

/** The subscriber's position in each of its channels: drops duplicates, and heals a gap by one `resume`. */
export class ChannelPositions {
  private readonly states = new Map<string, ChannelState>();
  private readonly resuming = new Set<string>();

  /** The frame that joins a channel, from the last position if there is one. */
  join(channel: string): ClientFrame {
    const state = this.states.get(channel);
    if (!state) return { frame: 'subscribe', channel };
    return { frame: 'resume', channel, epoch: state.epoch, seq: state.lastSeq };
  }

  stateOf(channel: string): ChannelState | undefined {
    return this.states.get(channel);
  }

  take(frame: ServerFrame): FrameEffect {
    switch (frame.frame) {
      case 'subscribed':
        this.states.set(frame.channel, channelState(frame.epoch, frame.seq));
        // The first time, or after the position was lost: what came before is unknown.
        return { joined: frame.channel, reset: true };
      case 'resumed':
        this.resuming.delete(frame.channel);
        return { joined: frame.channel };
      case 'reset':
        this.resuming.delete(frame.channel);
        this.states.set(frame.channel, resetChannel(frame.epoch, frame.seq));
        return { joined: frame.channel, reset: true };
      case 'message':
        return this.deliver(frame.channel, frame.message as Message);
      case 'error':
        return { problem: `${frame.code} ${frame.message}` };
      default:
        return {};
    }
  }

  private deliver(channel: string, message: Message): FrameEffect {
    const state = this.states.get(channel);
    if (!state) return {};
    const { state: next, error } = reduce(state, message);
    this.states.set(channel, next);
    if (!error) return { message };
    if (error.code !== 'out_of_order' || this.resuming.has(channel)) return { problem: error.message };
    this.resuming.add(channel);
    const { epoch, lastSeq: seq } = state;
    return { problem: error.message, ask: { frame: 'resume', channel, epoch, seq } };
  }
}
