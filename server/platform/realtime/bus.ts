import type { MessageDraft } from '#shared/realtime/messages.ts';
import type { RealtimeHint } from '../outbox/outbox-messages.ts';

/** What server processes tell each other. Each passes it on to the clients that are connected to it. */
export type BusEvent =
  /** From the outbox. `key` names the row, so that a repeated delivery makes the same messages. */
  | (RealtimeHint & { readonly key: string })
  /** A message between a desktop and its person's screens. */
  | { readonly kind: 'sync'; readonly channel: string; readonly draft: MessageDraft }
  /** Somebody opened a document for editing (`leaseSeconds`), or closed it (null). */
  | {
      readonly kind: 'lease';
      readonly user: string;
      readonly record: string;
      readonly leaseSeconds: number | null;
      readonly renewal: boolean;
      readonly key: string;
    }
  | {
      readonly kind: 'presence';
      readonly process: string;
      readonly user: string;
      readonly client: string;
      readonly online: boolean;
    }
  /** A screen shows a record (`record`), or shows none any more (null). `key` is the screen's. */
  | {
      readonly kind: 'watch';
      readonly process: string;
      readonly key: string;
      readonly user: string;
      readonly record: string | null;
      readonly editing: boolean;
    }
  /** A process has just started and knows of nobody. */
  | { readonly kind: 'presence.ask' }
  /** Something was queued in the outbox. */
  | { readonly kind: 'wake' }
  /** Made by the bus itself: events of the last moments did not reach this process. */
  | { readonly kind: 'gap' };

export type BusListener = (event: BusEvent) => void;

export interface Bus {
  /** Resolves when the events are on their way, in order. They reach this process's own listeners too. */
  publish(...events: readonly BusEvent[]): Promise<void>;
  /** @returns a function that ends the subscription */
  subscribe(listener: BusListener): () => void;
  close(): Promise<void>;
}

/** For one server process. */
export function createLocalBus(): Bus {
  const listeners = new Set<BusListener>();
  return {
    async publish(...events) {
      for (const event of events) for (const listener of listeners) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      listeners.clear();
    },
  };
}
