import type { z } from 'zod';
import { accessLink } from '#shared/identity/reset-secrets.ts';
import type { AccessLink, accessLinksAsked } from '#shared/people/users.schemas.ts';
import { dayIn } from '#shared/platform/days.ts';
import type { TableFile } from '#shared/platform/files/table-file.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import { issueAccessLinks } from '../identity/passwords/access-links.ts';
import { findOrganization } from '../organization/organizations.queries.ts';
import { writeAccessLinks } from './files/write-people.ts';
import { findAmong, type Invited } from './people.queries.ts';
import { lockPeople } from './people-writes.ts';
import { t } from './texts.ts';

/**
 * Links for people who have never signed in, which an admin hands over themselves (decision 0108). Whoever has signed in
 * gets none: it would let the admin into their account.
 */
export function createAccessLinksService({ db, changes, config }: Deps) {
  const addressOf = ({ email }: Invited, secret = ''): string =>
    accessLink(config.publicUrl, { email, secret });

  const issue = async (change: Change, actor: Actor, people: readonly Invited[]) => {
    const ids = people.map(({ id }) => id);
    const issued = await issueAccessLinks(change.trx, ids, { by: actor.user, at: change.at });
    for (const targetId of ids) change.audit({ action: 'user.access_link', targetType: 'user', targetId });
    return issued;
  };

  return {
    /** @throws user_disabled, conflict for somebody who has signed in */
    create: (actor: Actor, id: string): Promise<AccessLink> =>
      changes.run(actor, async (change) => {
        await lockPeople(change, actor);
        const [person] = await findAmong(change.trx, actor.organization, [id]);
        if (!person) throw notFound();
        if (!person.enabled) throw new ApiError('user_disabled');
        if (person.last_sign_in_at) throw entered();
        const { secrets, expiresAt } = await issue(change, actor, [person]);
        return { url: addressOf(person, secrets.get(id)), expiresAt: expiresAt.toISOString() };
      }),

    /**
     * One for each of these people, as a table; those who have signed in meanwhile or are disabled are left out.
     * @throws conflict where nobody is left
     */
    async table(actor: Actor, { users }: z.output<typeof accessLinksAsked>): Promise<TableFile> {
      const { timezone } = await findOrganization(db, actor.organization);
      const made = await changes.run(actor, async (change) => {
        await lockPeople(change, actor);
        const people = await findAmong(change.trx, actor.organization, users);
        if (people.length === 0) throw notFound();
        const waiting = people.filter((person) => person.enabled && !person.last_sign_in_at);
        if (waiting.length === 0) throw entered();
        const { secrets, expiresAt } = await issue(change, actor, waiting);
        const rows = waiting.map((person) => ({
          ...{ firstname: person.firstname, lastname: person.lastname, email: person.email },
          url: addressOf(person, secrets.get(person.id)),
        }));
        return { rows, expiresAt, day: dayIn(timezone, change.at) };
      });
      return writeAccessLinks(made.rows, made.expiresAt.toISOString(), made.day, timezone);
    },
  };
}

const entered = (): ApiError => new ApiError('conflict', undefined, { message: t('accessLink.entered') });
