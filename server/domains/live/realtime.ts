import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { syncChannel } from '#shared/realtime/channels.ts';
import { CLOSE } from '#shared/realtime/frames.ts';
import type { MessageDraft } from '#shared/realtime/messages.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError } from '../../platform/errors.ts';
import { requestIdOf } from '../../platform/http/calls/call-notes.ts';
import type { SocketObserver } from '../../platform/http/calls/watch-calls.ts';
import type { ConnectionGuard } from '../../platform/http/connections/connection-guard.ts';
import { refuseUpgrade } from '../../platform/http/connections/upgrades.ts';
import { newId } from '../../platform/ids.ts';
import { TokenBucket } from '../../platform/limits/token-bucket.ts';
import type { Bus, BusEvent } from '../../platform/realtime/bus.ts';
import type { Appended } from '../../platform/realtime/channel-log.ts';
import { Connection, FrameError } from '../../platform/realtime/connection.ts';
import type { Hub } from '../../platform/realtime/hub.ts';
import type { Presence } from '../../platform/realtime/presence.ts';
import { type PendingSocket, SocketAdmission } from '../../platform/realtime/socket-admission.ts';
import { seesAll } from '../documents/faces/audience.queries.ts';
import { findEnded, type Held } from '../identity/sessions.queries.ts';
import { listClients, markEntered, markSeen } from '../sync-feed/clients.queries.ts';
import { Conversation, LEASE_SECONDS } from './conversation.ts';
import { createFanOut } from './fan-out.ts';
import { t } from './texts.ts';
import { createWatchers } from './watchers.ts';

export interface RealtimeOptions {
  readonly deps: Pick<Deps, 'config' | 'db' | 'log' | 'now'>;
  readonly bus: Bus;
  readonly presence: Presence;
  readonly hub: Hub;
  readonly guard: Pick<ConnectionGuard, 'isRefused' | 'misusedFrom'>;
  /** Told of each socket. */
  readonly observers?: readonly SocketObserver[];
  /** @throws where the token is not accepted */
  enter(
    token: string,
    from: Pick<PendingSocket, 'address' | 'local'>,
  ): Promise<{ actor: Actor; expiresAt: Date }>;
  /** How often open connections are checked again, in milliseconds: a disabled person is disconnected within a minute. */
  readonly recheckMs?: number;
}

/** Bytes of one frame. */
const FRAME_MAX = 32 * 1024;
/** Of one frame. No client of ours has more than one. */
const FRAGMENTS_MAX = 64;
/** A connection that has not authenticated after this long is closed. */
const AUTH_MS = 10_000;
const RECHECK_MS = 20_000;
const HEARTBEAT_MS = 30_000;
const SWEEP_MS = 60_000;
/** Connections of one person, and of this process. */
const PER_PERSON = 50;
const PER_PROCESS = 10_000;
/** Frames of all of a person's connections: how many at once, and how many a second in the long run. */
const PERSON_RATE = { burst: 2000, perSecond: 400 } as const;
/** How long a sent message may take to come back over the bus. */
const RELAY_MS = 5_000;

/** The realtime side of a server process: sockets, channels, presence (docs/protocols/realtime.md). */
export function createRealtime(options: RealtimeOptions) {
  const { bus, presence, hub, observers = [] } = options;
  const { db, log, now } = options.deps;
  const clock = () => now().getTime();
  const door = new SocketAdmission(options.deps.config, options.guard);
  const fanOut = createFanOut({ db, hub, log });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_MAX,
    perMessageDeflate: false,
    maxFragments: FRAGMENTS_MAX,
    // A connection answers pings itself, as far as its rate allows.
    autoPong: false,
  });
  sockets.on('wsClientError', (_error, socket, req) => refuseUpgrade(req, socket, new ApiError('invalid')));
  const conversations = new Set<Conversation>();
  const relayed = new Map<string, (appended: Appended | null) => void>();
  let rechecking = Promise.resolve();

  const ofUser = (user: string) => [...conversations].filter((each) => each.actor?.user === user);

  async function recheck(some: readonly Conversation[]): Promise<void> {
    const held = some.flatMap((each): (Held & { conversation: Conversation })[] =>
      each.actor
        ? [{ user: each.actor.user, session: each.actor.session, client: each.desktop, conversation: each }]
        : [],
    );
    const ended = await findEnded(db, held);
    for (const { conversation, user, session, client } of held) {
      if (client && ended.has(client)) conversation.connection.close(CLOSE.revoked, 'revoked');
      else if (ended.has(user) || (session && ended.has(session))) {
        conversation.connection.close(CLOSE.unauthorized, 'signed out');
      }
    }
  }

  /** Checks connections one after the other. Never rejects: the next check comes soon. */
  function recheckSoon(some: () => readonly Conversation[]): void {
    rechecking = rechecking
      .then(() => recheck(some()))
      .catch((error: unknown) => log.warn({ err: error }, 'connections could not be judged anew'));
  }

  function hear(event: BusEvent): void {
    switch (event.kind) {
      case 'sync': {
        const waiting = relayed.get(event.draft.id);
        const appended = hub.publish(event.channel, event.draft, { open: waiting !== undefined });
        waiting?.(appended);
        return;
      }
      case 'access.changed':
        recheckSoon(() => ofUser(event.user));
        fanOut.take(event);
        return;
      case 'client.revoked':
        for (const each of ofUser(event.user)) {
          each.dropDesktop(event.client, syncChannel(event.user, event.client)).catch(() => undefined);
        }
        return;
      case 'gap':
        hub.startOver();
        return;
      case 'watch':
        return;
      case 'presence':
      case 'presence.ask':
      case 'wake':
        return;
      default:
        fanOut.take(event);
    }
  }

  async function relay(channel: string, draft: MessageDraft): Promise<number | undefined> {
    const { promise, resolve } = Promise.withResolvers<Appended | null>();
    const late = setTimeout(() => resolve(null), RELAY_MS);
    relayed.set(draft.id, resolve);
    try {
      await bus.publish({ kind: 'sync', channel, draft });
      const appended = await promise;
      if (!appended) throw new FrameError('unavailable', t('lost'));
      if (appended.refused) {
        log.info({ err: appended.refused, channel }, 'a sync message was refused');
        throw new FrameError('invalid', t('order'));
      }
      return appended.message ? appended.message.seq : appended.seq;
    } finally {
      clearTimeout(late);
      relayed.delete(draft.id);
    }
  }

  function leaseHeld(user: string, draft: MessageDraft): void {
    if (!draft.recordId) return;
    const lease = (draft.data as { leaseSeconds?: number } | undefined)?.leaseSeconds ?? LEASE_SECONDS;
    const operation = `${user}:${draft.opId}`;
    const leaseSeconds = draft.type === 'editing' ? Math.min(lease, LEASE_SECONDS) : null;
    const renewal = leaseSeconds !== null && leases.has(operation);
    if (leaseSeconds === null) leases.delete(operation);
    else leases.set(operation, clock() + leaseSeconds * 1000);
    bus
      .publish({ kind: 'lease', user, record: draft.recordId, leaseSeconds, renewal, key: newId() })
      .catch((error: unknown) => log.warn({ err: error }, 'a lease was not announced'));
  }
  /** The shared frame rate of each person's sockets, kept while one of them is connected. */
  const rates = new Map<string, TokenBucket>();
  function rateOf(user: string): TokenBucket {
    const rate = rates.get(user) ?? new TokenBucket(PERSON_RATE);
    rates.set(user, rate);
    return rate;
  }

  /** When the leases announced by this process end, by person and operation. */
  const leases = new Map<string, number>();

  function seen(client: string, session: string | null = null): void {
    const marked = session ? markEntered(db, client, session, now()) : markSeen(db, [client], now());
    marked.catch((error: unknown) => log.warn({ err: error }, 'not marked as seen'));
  }

  const watchers = createWatchers({ bus, db, log, now: clock });

  const context = {
    watchers,
    hub,
    presence,
    now: clock,
    relay,
    leaseHeld,
    seesAll: (user: string, records: readonly string[]) => seesAll(db, user, records),
    seen,
    findDesktop: async (user: string, client: string) =>
      (await listClients(db, user)).find((row) => row.id === client) ?? null,
    listDesktops: async (user: string) =>
      (await listClients(db, user)).map((row) => ({
        clientId: row.id,
        name: row.name,
        platform: row.platform,
        online: presence.isOnline(row.id),
      })),
  };

  function converse(socket: WebSocket, guest: PendingSocket, requestId: string): void {
    const began = performance.now();
    for (const { opened } of observers) opened({ requestId });
    const connection = new Connection(socket, () => options.guard.misusedFrom(guest.address));
    const conversation = new Conversation(connection, {
      ...context,
      authenticate: async (token) => {
        const entered = await options.enter(token, guest);
        const { user } = entered.actor;
        if (ofUser(user).length >= PER_PERSON) throw new FrameError('too_many', t('connections'));
        guest.leave();
        connection.share(rateOf(user));
        return entered;
      },
    });
    conversations.add(conversation);
    const silent = setTimeout(() => {
      if (!conversation.actor) connection.close(CLOSE.unauthorized, 'no auth frame');
    }, AUTH_MS).unref();
    connection.onClose((code) => {
      const seconds = Math.round((performance.now() - began) / 100) / 10;
      const person = conversation.actor?.user ?? null;
      for (const { closed } of observers) closed({ requestId, person, seconds, code });
      clearTimeout(silent);
      guest.leave();
      conversations.delete(conversation);
    });
  }

  const unsubscribe = bus.subscribe(hear);
  const unwatch = presence.onChange((user) => {
    for (const each of ofUser(user)) each.tellPresence().catch(() => undefined);
  });
  const timers = [
    setInterval(() => recheckSoon(() => [...conversations]), options.recheckMs ?? RECHECK_MS),
    setInterval(() => {
      for (const { connection } of conversations) connection.beat();
    }, HEARTBEAT_MS),
    setInterval(() => {
      hub.sweep();
      const here = new Set([...conversations].map(({ actor }) => actor?.user));
      for (const user of rates.keys()) if (!here.has(user)) rates.delete(user);
      for (const [operation, until] of leases) if (until < clock()) leases.delete(operation);
      markSeen(db, presence.local(), now()).catch(() => undefined);
    }, SWEEP_MS),
  ];
  for (const timer of timers) timer.unref();

  function upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    const guest = conversations.size >= PER_PROCESS ? new ApiError('unavailable') : door.admit(req);
    if (guest instanceof ApiError) {
      for (const { refused } of observers) refused({ requestId: requestIdOf(req), status: guest.status });
      refuseUpgrade(req, socket, guest);
      return;
    }
    // Where ws refuses the handshake, it ends the socket and calls nothing back.
    socket.once('close', guest.leave);
    sockets.handleUpgrade(req, socket, head, (ws) => converse(ws, guest, requestIdOf(req)));
  }

  return {
    /** Answers the upgrades of `/api/realtime` on this server. */
    attach(http: Server): void {
      http.on('upgrade', upgrade);
    },
    async close(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      unsubscribe();
      unwatch();
      watchers.close();
      const closed = [...conversations].map(
        ({ connection }) => new Promise<void>((resolve) => connection.onClose(() => resolve())),
      );
      for (const { connection } of conversations) connection.close(CLOSE.away, 'the server stops');
      const hurry = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate();
      }, 1000);
      await Promise.all(closed);
      clearTimeout(hurry);
      await rechecking;
      await fanOut.close();
      sockets.close();
    },
  };
}

export type Realtime = ReturnType<typeof createRealtime>;
