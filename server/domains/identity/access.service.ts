import type { Access, SignedInSession } from '#shared/people/account.schemas.ts';
import { signedInSession } from '#shared/people/account.schemas.ts';
import type { Client } from '#shared/sync-feed/sync.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import { requireAdminStill } from '../access/lock-libraries.ts';
import { lockOrganization } from '../organization/organizations.queries.ts';
import { endSessionsOf } from './end-all-sessions.ts';
import type { Identity, Pool } from './identity.ts';
import { findSession, listSessions, type OpenSession } from './sessions.queries.ts';
import { endFamilies } from './tokens/refresh-tokens.ts';

/** Lists the desktops of a person. */
export interface ListDesktops {
  list(actor: Pick<Actor, 'user'>): Promise<Client[]>;
}

/** Where people are signed in, and how that is ended. For other people than oneself the routes require an admin. */
export function createAccessService(
  { db, changes, now }: Deps,
  { directory, pool }: Identity & { readonly pool: Pool },
  desktops: ListDesktops,
) {
  const present = (actor: Actor, row: OpenSession): SignedInSession => ({
    _id: row.id,
    client: signedInSession.shape.client.parse(row.client),
    device: row.device,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    current: row.id === actor.session,
    desktop: row.desktop && row.desktop_name ? { _id: row.desktop, name: row.desktop_name } : null,
  });

  async function accessOf(actor: Actor, user: string): Promise<Access> {
    const [sessions, computers, totp] = await Promise.all([
      listSessions(db, user, now()),
      desktops.list({ user }),
      pool.secondFactor.stateOf(db, user),
    ]);
    return {
      sessions: sessions.map((row) => present(actor, row)),
      desktops: computers,
      totp: totp && { since: totp.since.toISOString(), recoveryCodes: totp.recoveryCodes },
    };
  }

  async function endOne(change: Change, user: string, session: string): Promise<void> {
    const found = await findSession(change.trx, user, session);
    if (!found || (await endFamilies(change.trx, { family: session }, 'ended', change.at)) === 0)
      throw notFound();
    const { client, device } = found;
    change.audit({
      action: 'session.ended',
      targetType: 'user',
      targetId: user,
      before: { session, client, device },
    });
    change.announce({ kind: 'access.changed', user });
  }

  const requirePerson = async (
    executor: Change['trx'] | typeof db,
    actor: Actor,
    user: string,
  ): Promise<void> => {
    if (!(await directory.get(executor, actor.organization, user))) throw notFound();
  };

  /** Runs an admin's change of a person of their organization. */
  const asAdmin = <T>(actor: Actor, user: string, work: (change: Change) => Promise<T>): Promise<T> =>
    changes.run(actor, async (change) => {
      await lockOrganization(change.trx, actor.organization);
      await requireAdminStill(change, actor);
      await requirePerson(change.trx, actor, user);
      return work(change);
    });

  return {
    own: (actor: Actor): Promise<Access> => accessOf(actor, actor.user),
    /** Ends one of the actor's own sessions, the current one too. @throws not_found */
    end: (actor: Actor, session: string): Promise<void> =>
      changes.run(actor, (change) => endOne(change, actor.user, session)),
    /** Ends the actor's other sessions and their secret calendar address. @returns how many sessions */
    endOthers: (actor: Actor): Promise<number> =>
      changes.run(actor, (change) => endSessionsOf(change, actor.user, actor.session)),

    /** @throws not_found */
    async of(actor: Actor, user: string): Promise<Access> {
      await requirePerson(db, actor, user);
      return accessOf(actor, user);
    },
    /** @throws not_found */
    endOf: (actor: Actor, user: string, session: string): Promise<void> =>
      asAdmin(actor, user, (change) => endOne(change, user, session)),
    /**
     * Ends all sessions of a person and their secret calendar address. Where it is the actor, the current session stays.
     * @throws not_found
     */
    endAllOf: (actor: Actor, user: string): Promise<number> =>
      asAdmin(actor, user, (change) => endSessionsOf(change, user, actor.session)),
  };
}
