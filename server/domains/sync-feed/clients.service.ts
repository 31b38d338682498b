import type { z } from 'zod';
import type { Client, clientCreate } from '#shared/sync-feed/sync.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import {
  type ClientRow,
  endSession,
  findClient,
  insertClient,
  listClients,
  renameClient,
  revokeClient,
} from './clients.queries.ts';

/** Which desktops are connected now, on any server process. */
export interface Online {
  isOnline(client: string): boolean;
}

export function createClientsService({ db, changes }: Deps, online: Online) {
  const present = (row: ClientRow): Client => ({
    _id: row.id,
    name: row.name,
    platform: row.platform,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    online: online.isOnline(row.id),
  });

  /** A desktop of the actor; for an admin also one of somebody else. */
  const find = async (executor: Executor, actor: Actor, id: string): Promise<ClientRow> => {
    const row = await findClient(executor, actor.organization, id);
    if (!row || (row.user_id !== actor.user && !actor.isAdmin)) throw notFound();
    return row;
  };

  return {
    register: (actor: Actor, body: z.output<typeof clientCreate>): Promise<Client> =>
      changes.run(actor, async (change) => {
        const row = await insertClient(change.trx, {
          id: newId(),
          organization: actor.organization,
          user_id: actor.user,
          name: body.name,
          platform: body.platform,
          session: actor.session,
          created_at: change.at,
          last_seen_at: change.at,
          revoked_at: null,
        });
        change.audit({
          action: 'client.register',
          targetType: 'client',
          targetId: row.id,
          after: { name: row.name, platform: row.platform },
        });
        return present(row);
      }),

    list: async (actor: Pick<Actor, 'user'>): Promise<Client[]> =>
      (await listClients(db, actor.user)).map(present),

    /** For its person, or an admin. @throws not_found */
    rename: (actor: Actor, id: string, name: string): Promise<Client> =>
      changes.run(actor, async (change) => {
        const before = await find(change.trx, actor, id);
        if (before.name === name) return present(before);
        const row = await renameClient(change.trx, id, name);
        // It was revoked meanwhile.
        if (!row) throw notFound();
        change.audit({
          action: 'client.rename',
          targetType: 'client',
          targetId: id,
          before: { name: before.name },
          after: { name },
        });
        // Screens that show it fetch again.
        change.announce({ kind: 'access.changed', user: row.user_id });
        return present(row);
      }),

    /** Revokes a desktop: ends its channel, its session and its operations. For its person, or an admin. */
    revoke: (actor: Actor, id: string): Promise<{ ok: true }> =>
      changes.run(actor, async (change) => {
        const row = await find(change.trx, actor, id);
        if (!(await revokeClient(change.trx, id, change.at))) throw notFound();
        // Somebody who revokes the desktop that they are using stays signed in there. Its sync ends all the same.
        if (row.session && row.session !== actor.session) {
          await endSession(change.trx, row.user_id, row.session, change.at);
        }
        change.audit({
          action: 'client.revoke',
          targetType: 'client',
          targetId: id,
          before: { name: row.name },
        });
        change.announce({ kind: 'client.revoked', user: row.user_id, client: id });
        return { ok: true };
      }),
  };
}
