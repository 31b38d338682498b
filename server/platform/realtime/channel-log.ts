import type { DuplicateMessageError, OutOfOrderError, ProtocolError } from '#shared/realtime/errors.ts';
import type { Message, MessageDraft } from '#shared/realtime/messages.ts';
import { type ChannelState, isRepetition, reduce, resetChannel } from '#shared/realtime/reducer.ts';

/** How much a channel keeps for a client that reconnects (docs/protocols/realtime.md). */
export const CHANNEL_HISTORY = { messages: 1000, hours: 24 } as const;

const RING_MS = CHANNEL_HISTORY.hours * 3_600_000;

interface Held {
  readonly seq: number;
  readonly at: number;
  /** Shared by all channels that it went to. The envelope is made at delivery. */
  readonly draft: MessageDraft;
}

export type Appended =
  | { readonly message: Message; readonly refused?: undefined }
  /** It came before: the answer is the same, and nobody receives it twice. */
  | { readonly seq: number; readonly message?: undefined; readonly refused?: undefined }
  | {
      readonly refused: ProtocolError | OutOfOrderError | DuplicateMessageError;
      readonly message?: undefined;
    };

/** One channel: its position, its last messages, and the state of its operations. */
export class ChannelLog {
  readonly epoch: string;
  #state: ChannelState;
  #ring: Held[] = [];
  readonly #seqById = new Map<string, number>();

  constructor(epoch: string) {
    this.epoch = epoch;
    // What happened before this process began is unknown, so any first step is legal.
    this.#state = resetChannel(epoch, 0);
  }

  get seq(): number {
    return this.#state.lastSeq;
  }

  /**
   * Stamps and stores a message, unless the reducer that all subscribers run would refuse it.
   * @param repeated it repeats what was said (a lease renewed): it gets no seq and is not stored
   */
  append(draft: MessageDraft, at: number, repeated = false): Appended {
    const before = this.#seqById.get(draft.id);
    if (before !== undefined) return { seq: before };
    const counts = !repeated && !isRepetition(this.#state, draft);
    const message = {
      ...draft,
      epoch: this.epoch,
      ...(counts ? { seq: this.seq + 1 } : {}),
    } as Message;
    const { state, error } = reduce(this.#state, message);
    if (error) return { refused: error };
    this.#state = state;
    if (counts) {
      this.#ring.push({ seq: this.seq, at, draft });
      this.#seqById.set(draft.id, this.seq);
      this.prune(at);
    }
    return { message };
  }

  /** Everything after a position, or null where this log does not hold that. */
  after(epoch: string, seq: number): Message[] | null {
    if (epoch !== this.epoch || seq > this.seq) return null;
    if (seq === this.seq) return [];
    const first = this.#ring[0];
    if (!first || first.seq > seq + 1) return null;
    return this.#ring
      .filter((held) => held.seq > seq)
      .map((held) => ({ ...held.draft, epoch: this.epoch, seq: held.seq }) as Message);
  }

  /** Deletes messages that are too old or too many. */
  prune(now: number): void {
    const tooMany = this.#ring.length - CHANNEL_HISTORY.messages;
    let gone = Math.max(0, tooMany);
    while (gone < this.#ring.length && now - (this.#ring[gone]?.at ?? now) > RING_MS) gone += 1;
    if (gone === 0) return;
    for (const held of this.#ring.slice(0, gone)) this.#seqById.delete(held.draft.id);
    this.#ring = this.#ring.slice(gone);
  }
}
