import { randomUUID } from 'node:crypto';
import { parseChannel } from '#shared/realtime/channels.ts';
import type { Message, MessageDraft } from '#shared/realtime/messages.ts';
import { type Appended, CHANNEL_HISTORY, ChannelLog } from './channel-log.ts';

/** A connection that listens to channels. */
export interface Subscriber {
  deliver(channel: string, message: Message): void;
  reset(channel: string, position: Position): void;
}

export interface Position {
  readonly epoch: string;
  readonly seq: number;
}

interface Channel {
  readonly log: ChannelLog;
  readonly subscribers: Set<Subscriber>;
  /** When the last subscriber left; null while there is one. */
  leftAt: number | null;
}

/**
 * The channels of this process: stamps, stores and delivers messages. Each process has an epoch of its own, so a client
 * that reconnects to another process is told to fetch.
 */
export class Hub {
  readonly #channels = new Map<string, Channel>();
  readonly #now: () => number;
  #epoch: string = randomUUID();
  #opened = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  subscribe(name: string, subscriber: Subscriber): Position {
    const channel = this.#open(name);
    channel.subscribers.add(subscriber);
    channel.leftAt = null;
    return position(channel);
  }

  unsubscribe(name: string, subscriber: Subscriber): void {
    const channel = this.#channels.get(name);
    if (!channel?.subscribers.delete(subscriber)) return;
    if (channel.subscribers.size === 0) channel.leftAt = this.#now();
  }

  /**
   * Where a channel stands. From now on it keeps what is published, so that whoever asked can resume from here. In a
   * process that serves no sockets the position is unknown elsewhere, and its holder is told to fetch.
   */
  position(name: string): Position {
    return position(this.#open(name));
  }

  /** What came after a position, or null where the subscriber must fetch and go on from `position`. */
  after(name: string, epoch: string, seq: number): { messages: Message[] | null; position: Position } {
    const channel = this.#open(name);
    return { messages: channel.log.after(epoch, seq), position: position(channel) };
  }

  /**
   * Stamps a message and delivers it to a channel of this process.
   * @returns null where nobody has listened to the channel here
   */
  publish(
    name: string,
    draft: MessageDraft,
    options: { readonly repeated?: boolean; readonly open?: boolean } = {},
  ): Appended | null {
    const channel = options.open ? this.#open(name) : this.#channels.get(name);
    if (!channel) return null;
    const appended = channel.log.append(draft, this.#now(), options.repeated);
    if (appended.message) {
      for (const subscriber of channel.subscribers) subscriber.deliver(name, appended.message);
    }
    return appended;
  }

  /** People whose own channel is kept here, connected now or lately. */
  users(): string[] {
    return [...this.#channels.keys()].flatMap((name) => {
      const channel = parseChannel(name);
      return channel?.kind === 'user' ? [channel.userId] : [];
    });
  }

  subscribersOf(name: string): readonly Subscriber[] {
    return [...(this.#channels.get(name)?.subscribers ?? [])];
  }

  /** Messages may have been missed: all channels begin again. */
  startOver(): void {
    this.#epoch = randomUUID();
    for (const [name, { subscribers }] of [...this.#channels]) {
      this.#channels.delete(name);
      if (subscribers.size === 0) continue;
      const fresh = this.#open(name);
      for (const subscriber of subscribers) {
        fresh.subscribers.add(subscriber);
        subscriber.reset(name, position(fresh));
      }
      fresh.leftAt = null;
    }
  }

  /** Deletes what is too old to be resumed. */
  sweep(): void {
    const now = this.#now();
    for (const [name, { log, leftAt }] of this.#channels) {
      if (leftAt !== null && now - leftAt > CHANNEL_HISTORY.hours * 3_600_000) this.#channels.delete(name);
      else log.prune(now);
    }
  }

  #open(name: string): Channel {
    const known = this.#channels.get(name);
    if (known) return known;
    this.#opened += 1;
    // A channel that was deleted and opened again counts from 1 again, so it needs another epoch.
    const log = new ChannelLog(`${this.#epoch}.${this.#opened}`);
    const channel: Channel = { log, subscribers: new Set(), leftAt: this.#now() };
    this.#channels.set(name, channel);
    return channel;
  }
}

const position = ({ log }: Channel): Position => ({ epoch: log.epoch, seq: log.seq });
