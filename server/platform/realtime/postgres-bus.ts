import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Schema } from '../db/schema.ts';
import { markOfDatabase } from '../machine-faults.ts';
import type { Bus, BusEvent, BusListener } from './bus.ts';

const CHANNEL = 'legajo';
/**
 * A NOTIFY carries less than 8,000 bytes. Larger events are sent in pieces of one transaction, which keeps their order.
 */
const PIECE_CHARACTERS = 7000;
const RECONNECT_MS = { first: 200, longest: 10_000 };

/** An event as payloads of NOTIFY: as it is where it fits, else as numbered pieces. */
export function toPayloads(event: BusEvent): string[] {
  const text = JSON.stringify(event);
  if (Buffer.byteLength(text) <= PIECE_CHARACTERS) return [text];
  const encoded = Buffer.from(text).toString('base64');
  const count = Math.ceil(encoded.length / PIECE_CHARACTERS);
  const id = randomUUID();
  return Array.from(
    { length: count },
    (_, index) =>
      `${id}|${index}|${count}|${encoded.slice(index * PIECE_CHARACTERS, (index + 1) * PIECE_CHARACTERS)}`,
  );
}

/** Joins the pieces. @returns the event once it is complete */
export function createAssembler(): (payload: string) => BusEvent | null {
  const open = new Map<string, string[]>();
  return (payload) => {
    if (payload.startsWith('{')) return JSON.parse(payload) as BusEvent;
    const [id = '', index, count, piece = ''] = payload.split('|');
    const pieces = open.get(id) ?? [];
    pieces[Number(index)] = piece;
    if (pieces.filter((each) => each !== undefined).length < Number(count)) {
      open.set(id, pieces);
      return null;
    }
    open.delete(id);
    return JSON.parse(Buffer.from(pieces.join(''), 'base64').toString('utf8')) as BusEvent;
  };
}

/**
 * For several server processes on one PostgreSQL: LISTEN/NOTIFY over a connection of its own. A lost connection is
 * opened again, and listeners are told that they may have missed something.
 */
export function createPostgresBus(options: {
  readonly url: string;
  readonly db: Kysely<Schema>;
  readonly log: Logger;
}): Bus {
  const { url, db, log } = options;
  const listeners = new Set<BusListener>();
  let client: pg.Client | null = null;
  let closed = false;
  let listening = listen();

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, keepAlive: true });
    const take = createAssembler();
    next.on('notification', ({ payload }) => {
      const event = payload ? take(payload) : null;
      if (event) for (const listener of listeners) listener(event);
    });
    next.on('error', (error) =>
      log.warn({ err: markOfDatabase(error) }, 'the realtime bus lost its connection'),
    );
    next.on('end', () => {
      if (closed || client !== next) return;
      client = null;
      listening = listen().then(() => {
        for (const listener of listeners) listener({ kind: 'gap' });
      });
    });
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      next.removeAllListeners('end');
      await next.end().catch(() => undefined);
      throw error;
    }
    if (closed) await next.end();
    else client = next;
  }

  async function listen(): Promise<void> {
    for (let wait = RECONNECT_MS.first; !closed; wait = Math.min(wait * 2, RECONNECT_MS.longest)) {
      try {
        return await connect();
      } catch (error) {
        log.warn({ err: markOfDatabase(error) }, 'the realtime bus cannot reach the database');
        await new Promise((resolve) => setTimeout(resolve, wait).unref());
      }
    }
  }

  return {
    async publish(...events) {
      // Otherwise this process would not hear itself.
      await listening;
      await sql`
        select pg_notify(${CHANNEL}, piece)
        from unnest(${events.flatMap(toPayloads)}::text[]) with ordinality as pieces(piece, at) order by at
      `.execute(db);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      listeners.clear();
      const last = client;
      client = null;
      await last?.end().catch(() => undefined);
    },
  };
}
