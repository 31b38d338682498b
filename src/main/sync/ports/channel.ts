import type { Message, MessageDraft } from '#shared/realtime/messages.ts';

/** The two realtime channels of a desktop, already reduced: what arrives here is in order and legal. */
export interface Channel {
  start(handlers: ChannelHandlers): Promise<void>;
  send(message: MessageDraft): void;
  /** The way to the server may have changed: connects at once, or makes sure that the present connection is alive. */
  check(): void;
  close(): Promise<void>;
}

export interface ChannelHandlers {
  onMessage(message: Message): void;
  /** Something may have been missed: fetch by HTTP, and say again what screens should know. */
  onReset(): void;
  /** The server answers again after the connection was lost. */
  onBack(): void;
  /** This desktop was revoked by its person or an admin. */
  onRevoked(): void;
}
