import { type Kysely, sql, type Transaction } from 'kysely';
import { listsChangedBy } from '#shared/realtime/lists.ts';
import { notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { isHint, type OutboxMessage, type RealtimeHint } from '../outbox/outbox-messages.ts';
import { type IdempotencyClaim, pendingClaim } from '../request-scope.ts';
import { insideTransaction } from './client-guard.ts';
import { changeEnds, type Hook } from './hooks.ts';
import type { Schema } from './schema.ts';

export type Executor = Kysely<Schema> | Transaction<Schema>;

export interface AuditEntry {
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
  readonly before?: object | undefined;
  readonly after?: object | undefined;
}

/** Who makes a change; the server itself where there is no person. */
export interface ChangeAuthor {
  readonly organization: string;
  readonly user: string | null;
  readonly ip: string | null;
}

/** A writing transaction: rows, their audit events and their outbox messages are committed together. */
export interface Change {
  readonly trx: Transaction<Schema>;
  readonly at: Date;
  audit(entry: AuditEntry): void;
  /** Queues what must happen after the commit: mail, realtime, recomputation. Only the outbox worker does these. */
  announce(message: OutboxMessage, options?: { key?: string; availableAt?: Date }): void;
  /** Tells followers that something happened. Resolves when they have done their part, in this transaction. */
  tell<Event>(hook: Hook<Event>, event: Event): Promise<void>;
}

export interface Changes {
  /**
   * Runs the work in a transaction. Deadlocks and serialization failures are retried, so the work must be
   * repeatable: no effects outside of the transaction.
   */
  run<T>(author: ChangeAuthor, work: (change: Change) => Promise<T>): Promise<T>;
}

/** Runs when a hook is told. If it throws, the whole change is rolled back. */
export interface Follower {
  readonly hook: string;
  /** A method, whose parameter TypeScript compares in both directions: the event is the one that the hook tells. */
  run(change: Change, event: unknown): Promise<void>;
}

/** Registers a follower of a hook. Followers of one hook run one after the other, in the order of their domains. */
export const follow = <Event>(
  hook: Hook<Event>,
  run: (change: Change, event: Event) => Promise<void>,
): Follower => ({ hook: hook.name, run });

const RETRIED = new Set(['40001', '40P01']);
const TRIES = 5;

/**
 * Writes the idempotency key in the transaction of its effect. A second call with the same key waits here for the first
 * one's commit and then fails on the unique key. The mount answers it from what the first one wrote.
 */
async function writeClaim(trx: Transaction<Schema>, claim: IdempotencyClaim, value: unknown): Promise<void> {
  const response = claim.encode(value);
  await trx
    .insertInto('idempotency')
    .values({
      user_id: claim.user,
      endpoint: claim.endpoint,
      key: claim.key,
      body_hash: claim.bodyHash,
      status: claim.status,
      response: response ?? '',
    })
    .execute();
  claim.stored = response;
}

/** Rows of one statement: it may have 65,535 parameters, and a row takes up to ten of them. */
const ROWS_AT_ONCE = 1000;
const slicesOf = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, at) =>
    rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  );

interface Queued {
  readonly message: OutboxMessage;
  readonly key: string | null;
  readonly availableAt: Date;
}

/** From how many hints on one change puts them into shared rows of the outbox, and how many go into one row. */
const HINTS_TOGETHER = { from: 10, most: 500 } as const;

/** A change of two hundred documents makes two hundred hints: a row for each would cost more than the documents do. */
function gathered(queued: readonly Queued[]): readonly Queued[] {
  const isPlain = ({ message, key }: Queued): boolean => key === null && isHint(message);
  const hints = queued.filter(isPlain);
  if (hints.length < HINTS_TOGETHER.from) return queued;
  const rows = queued.filter((each) => !isPlain(each));
  for (const due of Map.groupBy(hints, ({ availableAt }) => availableAt.getTime()).values()) {
    for (let from = 0; from < due.length; from += HINTS_TOGETHER.most) {
      const some = due.slice(from, from + HINTS_TOGETHER.most);
      const { availableAt } = some[0] as Queued;
      const message = { kind: 'hints', hints: some.map((each) => each.message as RealtimeHint) } as const;
      rows.push({ message, key: null, availableAt });
    }
  }
  return rows;
}

/**
 * @param wake called after each commit that queued something, so that the outbox worker need not wait
 * @param now the server's clock: what a change writes has its time
 * @param followers what runs in a change when hooks are told
 */
export function createChanges(
  db: Kysely<Schema>,
  wake: () => void,
  now: () => Date = () => new Date(),
  followers: readonly Follower[] = [],
): Changes {
  const following = Map.groupBy(followers, (follower) => follower.hook);

  async function once<T>(author: ChangeAuthor, work: (change: Change) => Promise<T>): Promise<T> {
    const audits: AuditEntry[] = [];
    const queued: Queued[] = [];
    const result = await db.transaction().execute(async (trx) => {
      const at = now();
      const change: Change = {
        trx,
        at,
        audit: (entry) => audits.push(entry),
        announce: (message, options = {}) =>
          queued.push({ message, key: options.key ?? null, availableAt: options.availableAt ?? at }),
        tell: async (hook, event) => {
          for (const follower of following.get(hook.name) ?? []) await follower.run(change, event);
        },
      };
      const value = await insideTransaction(async () => {
        const done = await work(change);
        await change.tell(changeEnds, undefined);
        return done;
      });
      // Which lists changed follows from the audit events, so no caller has to announce them.
      for (const list of listsChangedBy(audits.map(({ action }) => action))) {
        change.announce({ kind: 'list.changed', organization: author.organization, list });
      }
      for (const entries of slicesOf(audits)) {
        await trx
          .insertInto('audit_events')
          .values(
            entries.map((entry) => ({
              id: newId(),
              organization: author.organization,
              actor: author.user,
              action: entry.action,
              target_type: entry.targetType,
              target_id: entry.targetId,
              before: entry.before ? JSON.stringify(entry.before) : null,
              after: entry.after ? JSON.stringify(entry.after) : null,
              ip: author.ip,
              at,
            })),
          )
          .execute();
      }
      for (const messages of slicesOf(gathered(queued))) {
        await trx
          .insertInto('outbox')
          .values(
            messages.map(({ message, key, availableAt }) => ({
              organization: author.organization,
              kind: message.kind,
              payload: JSON.stringify(message),
              key,
              available_at: availableAt,
              last_error: null,
              done_at: null,
            })),
          )
          .onConflict((conflict) => conflict.column('key').doNothing())
          .execute();
      }
      const claim = pendingClaim();
      if (claim) await writeClaim(trx, claim, value);
      return value;
    });
    if (queued.length > 0) wake();
    return result;
  }

  return {
    async run(author, work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const claim = pendingClaim();
          const value = await once(author, work);
          if (claim) claim.claimed = true;
          return value;
        } catch (error) {
          const code = (error as { code?: string }).code;
          if (attempt >= TRIES || !code || !RETRIED.has(code)) throw error;
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
        }
      }
    },
  };
}

/**
 * Runs further work as a part of a running change, and not in one of its own: with it, services that make one thing each
 * make many of them in one transaction. Give them `change.trx` as their database too.
 */
export const joinedTo = (change: Change): Changes => ({ run: (_author, work) => work(change) });

/**
 * Takes the next seq of each library, in id order (locks are taken in one order: hash, libraries by id, record). The
 * row lock is held to the end of the transaction, so a reader of the feed never skips a late commit.
 */
export async function nextSeqs(
  trx: Transaction<Schema>,
  groups: readonly string[],
): Promise<Map<string, number>> {
  const seqs = new Map<string, number>();
  for (const group of [...new Set(groups)].sort()) {
    const row = await trx
      .updateTable('groups')
      .set({ seq: sql<number>`seq + 1` })
      .where('id', '=', group)
      .returning('seq')
      // The library was deleted while this waited for it.
      .executeTakeFirstOrThrow(notFound);
    seqs.set(group, row.seq);
  }
  return seqs;
}
