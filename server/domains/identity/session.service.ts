import type { Session } from '#shared/identity/auth.schemas.ts';
import { userChannel } from '#shared/realtime/channels.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Hub } from '../../platform/realtime/hub.ts';
import { findOrganization } from '../organization/organizations.queries.ts';
import { lacksSecondStep } from '../organization/second-step-rule.queries.ts';
import type { Identity } from './identity.ts';

export function createSessionService({ db, config }: Deps, identity: Identity, hub: Hub) {
  return {
    /** The signed-in person with the claims of their token. */
    async current(actor: Actor, token: string): Promise<Session> {
      // Before anything is read: what changes meanwhile is told again rather than missed.
      const live = hub.position(userChannel(actor.user));
      const [{ raw }, organization, { lacks }, { epoch }] = await Promise.all([
        identity.verifier.verify(token),
        findOrganization(db, actor.organization),
        db
          .selectFrom('users as u')
          .select(lacksSecondStep.as('lacks'))
          .where('u.id', '=', actor.user)
          .executeTakeFirstOrThrow(),
        db.selectFrom('installation').select('epoch').executeTakeFirstOrThrow(),
      ]);
      return {
        _id: actor.user,
        firstname: actor.firstname,
        lastname: actor.lastname,
        email: actor.email,
        organization: {
          _id: organization.id,
          name: organization.name,
          logo: organization.logo,
          timezone: organization.timezone,
        },
        // The rights as the database has them now: those in the token may be an hour old.
        roles: [
          ...(actor.isAdmin ? (['admin'] as const) : []),
          ...(actor.isManager ? (['manager'] as const) : []),
        ],
        isAdmin: actor.isAdmin,
        isManager: actor.isManager,
        lacksSecondStep: lacks,
        ...(actor.isAdmin ? { mailLeaves: Boolean(config.smtpUrl) } : {}),
        claims: { ...raw },
        epoch,
        live,
      };
    },
  };
}
