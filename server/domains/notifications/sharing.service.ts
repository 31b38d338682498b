import type { RecordPerson, Share } from '#shared/notifications/notifications.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import { membersOf } from '../documents/faces/audience.queries.ts';
import { findSeen } from '../documents/faces/faces.queries.ts';
import { notify } from './notify.ts';
import { findSeeing, requireSeeing } from './seeing.ts';

/** Documents that people show to each other (decision 0079). */
export function createSharingService({ db, changes }: Pick<Deps, 'db' | 'changes'>) {
  return {
    /**
     * Who sees a record now, by name. Its library's members know each other, and admins know everybody; somebody else
     * who sees it, such as the reader of a public document, is told of its authors only, whom the document names.
     * @throws not_found
     */
    async people(actor: Actor, id: string): Promise<RecordPerson[]> {
      const seen = await findSeen(db, actor, id);
      if (!seen) throw notFound();
      const { authors, group_id: group } = seen.face;
      const isMember = actor.isAdmin || actor.memberships.some((each) => each.group === group);
      const members = isMember ? ((await membersOf(db, [group])).get(group) ?? []) : [];
      const seeing = await findSeeing(db, id, [...authors, ...members]);
      return seeing
        .map(({ viewer: { user, firstname, lastname }, face }) => ({
          user: { _id: user, firstname, lastname },
          face,
        }))
        .sort((a, b) => nameOf(a).localeCompare(nameOf(b), 'es'));
    },

    /**
     * Anybody who sees a record may show it to others who see it. Nobody gains a right by that.
     * @throws not_found, invalid where one of them does not see it
     */
    share: (actor: Actor, id: string, { to, message }: Share): Promise<{ notified: number }> =>
      changes.run(actor, async (change) => {
        if (!(await findSeen(change.trx, actor, id))) throw notFound();
        await requireSeeing(change.trx, id, to);
        const notice = { type: 'RECORD.SHARED', record: id, version: null, to, comment: message } as const;
        const told = await notify(change, actor, [notice]);
        change.audit({ action: 'record.share', targetType: 'record', targetId: id, after: { to } });
        return { notified: told.length };
      }),
  };
}

const nameOf = ({ user }: RecordPerson): string => `${user.lastname} ${user.firstname}`;
