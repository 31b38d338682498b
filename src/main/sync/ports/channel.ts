import type { Message, MessageDraft } from '#shared/realtime/messages.ts';

/** The two realtime channels of a desktop, after the reducer: what arrives here is in order and legal. */
export interface Channel {
  start(handlers: ChannelHandlers): Promise<void>;
  /** Raised with every connection. What was sent in an earlier one, or in between, may not have arrived. */
  readonly connection: number;
  send(message: MessageDraft): void;
  /** The network may have changed: connects at once, or checks that the connection is alive. */
  check(): void;
  close(): Promise<void>;
}

export interface ChannelHandlers {
  onMessage(message: Message): void;
  /** Something may have been missed: fetch by HTTP, and repeat what screens should know. */
  onReset(): void;
  /** The server answers again after the connection was lost. */
  onBack(): void;
  /** This desktop was revoked by its person or an admin. */
  onRevoked(): void;
}
