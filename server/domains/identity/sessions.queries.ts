import { sql } from 'kysely';
import type { Executor } from '../../platform/db/change.ts';
import { lacksSecondStep } from '../organization/second-step-rule.queries.ts';

/** What an open connection depends on: it must close when one of these ends. */
export interface Held {
  readonly user: string;
  /** Refresh family of its token. */
  readonly session: string | null;
  /** The desktop that it belongs to. */
  readonly client: string | null;
}

/**
 * The ids of those that may stay connected no longer: people disabled or gone or without a required second step,
 * sessions ended, desktops revoked.
 */
export async function findEnded(executor: Executor, held: readonly Held[]): Promise<Set<string>> {
  const ended = new Set<string>();
  const users = [...new Set(held.map((each) => each.user))];
  if (users.length === 0) return ended;
  const welcome = await executor
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', 'in', users)
    .where('u.enabled', '=', true)
    .where(sql<boolean>`not ${lacksSecondStep}`)
    .execute();
  const known = new Set(welcome.map((row) => row.id));
  for (const user of users) if (!known.has(user)) ended.add(user);

  const sessions = distinct(held.map((each) => each.session));
  if (sessions.length > 0) {
    const rows = await executor
      .selectFrom('refresh_families')
      .select('id')
      .where('id', 'in', sessions)
      .where('revoked_at', 'is not', null)
      .execute();
    for (const row of rows) ended.add(row.id);
  }
  const clients = distinct(held.map((each) => each.client));
  if (clients.length > 0) {
    const rows = await executor
      .selectFrom('clients')
      .select('id')
      .where('id', 'in', clients)
      .where('revoked_at', 'is not', null)
      .execute();
    for (const row of rows) ended.add(row.id);
  }
  return ended;
}

const distinct = (ids: readonly (string | null)[]): string[] =>
  [...new Set(ids)].filter((id): id is string => id !== null);

/** A session that has not ended, and the desktop that works by it. */
export interface OpenSession {
  readonly id: string;
  readonly client: string;
  readonly device: string | null;
  readonly created_at: Date;
  readonly last_used_at: Date;
  readonly desktop: string | null;
  readonly desktop_name: string | null;
}

/** Somebody's open sessions, the last used first. */
export function listSessions(executor: Executor, user: string, at: Date): Promise<OpenSession[]> {
  return executor
    .selectFrom('refresh_families as f')
    .leftJoin('clients as c', (join) => join.onRef('c.session', '=', 'f.id').on('c.revoked_at', 'is', null))
    .select(['f.id', 'f.client', 'f.device', 'f.created_at', 'f.last_used_at'])
    .select(['c.id as desktop', 'c.name as desktop_name'])
    .distinctOn('f.id')
    .where('f.user_id', '=', user)
    .where('f.revoked_at', 'is', null)
    .where('f.expires_at', '>', at)
    .orderBy('f.id')
    .orderBy('c.last_seen_at', (order) => order.desc().nullsLast())
    .execute()
    .then((rows) => rows.sort((a, b) => b.last_used_at.getTime() - a.last_used_at.getTime()));
}

/** One of somebody's open sessions; null where it is not theirs or has ended. */
export async function findSession(
  executor: Executor,
  user: string,
  id: string,
): Promise<Pick<OpenSession, 'id' | 'client' | 'device'> | null> {
  const row = await executor
    .selectFrom('refresh_families')
    .select(['id', 'client', 'device'])
    .where('id', '=', id)
    .where('user_id', '=', user)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
