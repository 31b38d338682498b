import type { Executor } from '../db/change.ts';

/** What an open connection depends on. */
export interface Held {
  readonly user: string;
  /** Refresh family of its token. */
  readonly session: string | null;
  /** The desktop that it belongs to. */
  readonly client: string | null;
}

/** Ids among these that no longer let anybody in: people disabled or gone, sessions ended, desktops revoked. */
export async function findEnded(executor: Executor, held: readonly Held[]): Promise<Set<string>> {
  const ended = new Set<string>();
  const users = [...new Set(held.map((each) => each.user))];
  if (users.length === 0) return ended;
  const enabled = await executor
    .selectFrom('users')
    .select('id')
    .where('id', 'in', users)
    .where('enabled', '=', true)
    .execute();
  const known = new Set(enabled.map((row) => row.id));
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
