import { randomUUID } from 'node:crypto';
import { parseChannel, userChannel } from '#shared/realtime/channels.ts';
import { CLOSE, type ClientFrame, type DesktopPresence } from '#shared/realtime/frames.ts';
import { MESSAGES, type Message, type MessageDraft } from '#shared/realtime/messages.ts';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/errors.ts';
import { type Connection, FrameError } from '../../platform/realtime/connection.ts';
import type { Hub } from '../../platform/realtime/hub.ts';
import type { Presence } from '../../platform/realtime/presence.ts';
import type { ClientRow } from '../sync-feed/clients.queries.ts';
import { t } from './texts.ts';
import type { Watchers } from './watchers.ts';

/** What one connection needs from the server. */
export interface ConversationContext {
  readonly hub: Hub;
  readonly presence: Presence;
  readonly now: () => number;
  /** @throws where the token is not accepted */
  authenticate(token: string): Promise<{ actor: Actor; expiresAt: Date }>;
  /** A desktop of this person that was not revoked, or null. */
  findDesktop(user: string, client: string): Promise<ClientRow | null>;
  listDesktops(user: string): Promise<DesktopPresence[]>;
  /** @param session the one that it connects by; the connection ends with it */
  seen(client: string, session?: string | null): void;
  /** Sends a message to everybody on its channel, on any process. @returns its seq, if it has one */
  relay(channel: string, draft: MessageDraft): Promise<number | undefined>;
  leaseHeld(user: string, draft: MessageDraft): void;
  /** Whether this person sees all of these documents now. */
  seesAll(user: string, records: readonly string[]): Promise<boolean>;
  readonly watchers: Watchers;
}

/** Maximum number of channels of one connection. */
const CHANNELS_MAX = 50;
/** How long a document counts as open on a desktop after the desktop last said so (docs/protocols/realtime.md). */
export const LEASE_SECONDS = 90;
/** Maximum number of open documents of one desktop that others are told of. */
const HELD_MAX = 200;
/** Longest delay of a timer, in milliseconds. */
const TIMER_MAX = 2 ** 31 - 1;

/** One connection from its first frame on: who it is, which channels it hears, what it may send. */
export class Conversation {
  readonly connection: Connection;
  readonly #context: ConversationContext;
  readonly #channels = new Set<string>();
  /** Identifies this screen among those that show a record. */
  readonly #key = randomUUID();
  /** The documents that this desktop's office programs have open, by operation. */
  readonly #held = new Map<string, { readonly draft: MessageDraft; readonly timer: NodeJS.Timeout }>();
  #actor: Actor | null = null;
  #desktop: ClientRow | null = null;
  #expiry: NodeJS.Timeout | undefined;

  constructor(connection: Connection, context: ConversationContext) {
    this.connection = connection;
    this.#context = context;
    connection.onFrame((frame) => this.#take(frame));
    connection.onClose(() => this.#end());
  }

  get actor(): Actor | null {
    return this.#actor;
  }

  /** The desktop of this connection; null for a screen. */
  get desktop(): string | null {
    return this.#desktop?.id ?? null;
  }

  /** Tells the person's desktops, where this connection listens to the person's own channel. */
  async tellPresence(): Promise<void> {
    if (!this.#actor) return;
    const channel = userChannel(this.#actor.user);
    if (!this.#channels.has(channel)) return;
    const desktops = await this.#context.listDesktops(this.#actor.user);
    this.connection.send({ frame: 'presence', channel, desktops });
  }

  /** A desktop was revoked: its channel ends. */
  async dropDesktop(client: string, channel: string): Promise<void> {
    if (this.#desktop?.id === client) this.connection.close(CLOSE.revoked, 'revoked');
    else if (this.#channels.has(channel)) {
      this.#leave(channel);
      this.connection.send({ frame: 'error', code: 'not_found', message: t('noDesktop'), channel });
    }
    await this.tellPresence();
  }

  async #take(frame: ClientFrame): Promise<void> {
    if (frame.frame === 'auth') return this.#authenticate(frame);
    if (!this.#actor) {
      this.connection.send({
        frame: 'error',
        code: 'unauthorized',
        message: t('first'),
      });
      return this.connection.close(CLOSE.unauthorized, 'unauthorized');
    }
    if (frame.frame === 'watch') return this.#watch(this.#actor, frame);
    if (frame.frame === 'unwatch') return this.#context.watchers.leave(this.#key);
    if (frame.frame === 'unsubscribe') return this.#leave(frame.channel);
    await this.#requireOwn(this.#actor, frame.channel);
    if (frame.frame === 'send') return this.#send(this.#actor, frame.channel, frame.message as MessageDraft);
    if (frame.frame === 'subscribe') return this.#subscribe(frame.channel);
    return this.#resume(frame);
  }

  async #authenticate(frame: Extract<ClientFrame, { frame: 'auth' }>): Promise<void> {
    const entered = await this.#context.authenticate(frame.token).catch((error: unknown) => {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return null;
      // It says nothing about the session: the client connects again later, and nobody is asked to sign in.
      this.connection.report(error);
      this.connection.close(CLOSE.slow, 'try again later');
    });
    if (entered === undefined) return;
    if (!entered || (this.#actor && this.#actor.user !== entered.actor.user)) {
      this.connection.send({ frame: 'error', code: 'unauthorized', message: t('signIn') });
      return this.connection.close(CLOSE.unauthorized, 'unauthorized');
    }
    const { actor, expiresAt } = entered;
    if (frame.clientId && !this.#desktop) {
      const desktop = await this.#context.findDesktop(actor.user, frame.clientId);
      if (!desktop) {
        this.connection.send({ frame: 'error', code: 'forbidden', message: t('desktop') });
        return this.connection.close(CLOSE.revoked, 'not a desktop of this person');
      }
      // The socket may have closed while the database was asked.
      if (!this.connection.open) return;
      this.#desktop = desktop;
      this.#context.seen(desktop.id, actor.session);
      this.#context.presence.join(actor.user, desktop.id);
    }
    this.#actor = actor;
    this.#closeAt(expiresAt);
    this.connection.send({ frame: 'authenticated', userId: actor.user });
  }

  #closeAt(expiresAt: Date): void {
    clearTimeout(this.#expiry);
    const left = Math.max(0, expiresAt.getTime() - this.#context.now());
    this.#expiry = setTimeout(
      () => {
        this.connection.send({ frame: 'error', code: 'unauthorized', message: t('signIn') });
        this.connection.close(CLOSE.unauthorized, 'token ended');
      },
      Math.min(left, TIMER_MAX),
    ).unref();
  }

  /** Allows a person's own channels only. A desktop may not listen to another desktop's. */
  async #requireOwn(actor: Actor, name: string): Promise<void> {
    const channel = parseChannel(name);
    if (!channel || channel.userId !== actor.user) throw new FrameError('forbidden', t('channel'));
    if (channel.kind === 'user' || this.#channels.has(name)) return;
    if (this.#desktop && this.#desktop.id !== channel.clientId) {
      throw new FrameError('forbidden', t('otherDesktop'));
    }
    if (!(await this.#context.findDesktop(actor.user, channel.clientId))) {
      throw new FrameError('not_found', t('noDesktop'));
    }
  }

  async #subscribe(channel: string): Promise<void> {
    if (this.#channels.size >= CHANNELS_MAX) throw new FrameError('too_many', t('channels'));
    const position = this.#join(channel);
    this.connection.send({ frame: 'subscribed', channel, ...position });
    if (parseChannel(channel)?.kind === 'user') await this.tellPresence();
  }

  async #resume({ channel, epoch, seq }: Extract<ClientFrame, { frame: 'resume' }>): Promise<void> {
    // Who was told of a document before may not see it any more: then they fetch, and its messages are not repeated.
    const missed = this.#context.hub.after(channel, epoch, seq).messages ?? [];
    const seesAll = await this.#seesAll(channel, missed);
    // The socket may have closed while the database was asked.
    if (!this.connection.open) return;
    this.#join(channel);
    const { messages, position } = this.#context.hub.after(channel, epoch, seq);
    if (messages === null || !seesAll) this.connection.reset(channel, position);
    else {
      for (const message of messages) this.connection.deliver(channel, message);
      this.connection.send({ frame: 'resumed', channel, ...position });
    }
  }

  /** Whether the person sees every document that these messages of theirs name. What a desktop said is theirs anyway. */
  async #seesAll(channel: string, messages: readonly Message[]): Promise<boolean> {
    const user = parseChannel(channel);
    if (user?.kind !== 'user') return true;
    return this.#context.seesAll(
      user.userId,
      messages.flatMap(({ recordId }) => recordId ?? []),
    );
  }

  async #send(actor: Actor, name: string, draft: MessageDraft): Promise<void> {
    const channel = parseChannel(name);
    const { by } = MESSAGES[draft.type];
    const speaker = this.#desktop ? 'desktop' : 'screen';
    if (channel?.kind !== 'sync' || by !== speaker) {
      throw new FrameError('forbidden', t('speaker'));
    }
    if (speaker === 'screen' && !this.#context.presence.isOnline(channel.clientId)) {
      throw new FrameError('unavailable', t('away'));
    }
    const seq = await this.#context.relay(name, draft);
    this.connection.send({ frame: 'accepted', id: draft.id, ...(seq === undefined ? {} : { seq }) });
    if (draft.type === 'editing' || draft.type === 'done editing') {
      this.#hold(actor, draft);
    }
  }

  /**
   * An office program has opened a document, or closed it. Others are shown that its person is editing it while the
   * lease is renewed and this desktop is connected, also those who come later.
   */
  #hold(actor: Actor, draft: MessageDraft): void {
    const key = `${this.#key}:${draft.opId}`;
    clearTimeout(this.#held.get(draft.opId)?.timer);
    this.#held.delete(draft.opId);
    this.#context.leaseHeld(actor.user, draft);
    if (draft.type !== 'editing' || !draft.recordId || this.#held.size >= HELD_MAX) {
      this.#context.watchers.leave(key);
      return;
    }
    const watch = { user: actor.user, record: draft.recordId, editing: true };
    this.#context.watchers.watch(key, watch, () => undefined);
    const timer = setTimeout(() => this.#endEditing(actor, draft), LEASE_SECONDS * 1000).unref();
    this.#held.set(draft.opId, { draft, timer });
  }

  #endEditing(actor: Actor, draft: MessageDraft): void {
    this.#hold(actor, { ...draft, type: 'done editing' } as MessageDraft);
  }

  /** Visibility is checked each time somebody is told, so watching a record reveals nothing. */
  #watch(actor: Actor, { record, editing }: Extract<ClientFrame, { frame: 'watch' }>): void {
    this.#context.watchers.watch(this.#key, { user: actor.user, record, editing }, (people) =>
      this.connection.send({ frame: 'watchers', record, people: [...people] }),
    );
  }

  #join(channel: string) {
    this.#channels.add(channel);
    return this.#context.hub.subscribe(channel, this.connection);
  }

  #leave(channel: string): void {
    if (this.#channels.delete(channel)) this.#context.hub.unsubscribe(channel, this.connection);
  }

  #end(): void {
    clearTimeout(this.#expiry);
    this.#context.watchers.leave(this.#key);
    for (const { draft } of [...this.#held.values()]) if (this.#actor) this.#endEditing(this.#actor, draft);
    for (const channel of [...this.#channels]) this.#leave(channel);
    if (this.#actor && this.#desktop) {
      this.#context.seen(this.#desktop.id);
      this.#context.presence.leave(this.#actor.user, this.#desktop.id);
    }
  }
}
