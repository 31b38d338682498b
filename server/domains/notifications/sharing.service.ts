import type { RecordPerson, Share } from '#shared/notifications/notifications.schemas.ts';
import { SHARES_PER_HOUR } from '#shared/platform/limits.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import { createCounter, refusal } from '../../platform/limits/counter.ts';
import { membersOf } from '../documents/faces/audience.queries.ts';
import { findSeen } from '../documents/faces/faces.queries.ts';
import { notify } from './notify.ts';
import { findSeeing, requireSeeing } from './seeing.ts';
import { findStillTold, lockSharing } from './sharing.queries.ts';
import { t } from './texts.ts';

/** Documents that people show to each other (decision 0079). */
export function createSharingService(deps: Pick<Deps, 'db' | 'changes' | 'engine' | 'now'>) {
  const { db, changes } = deps;
  const shared = createCounter(deps, { name: 'shared', points: SHARES_PER_HOUR, seconds: 3600 });
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
     * Anybody who sees a record may show it to others who see it. Nobody gains a right by that. Who was told the same
     * already, and has not dismissed it, is not told again (docs/domain/notifications.md), and is counted as told.
     * @throws not_found, invalid where one of them does not see it, rate_limited where too many are told within an hour
     */
    async share(actor: Actor, id: string, { to, message }: Share): Promise<{ notified: number }> {
      // Before the change: within it, the count would need a second connection while it holds the first.
      await shared.consume(actor.user, to.length).catch((error: unknown) => {
        throw refusal(error, t('sharing.tooMany'));
      });
      return changes.run(actor, async (change) => {
        if (!(await findSeen(change.trx, actor, id))) throw notFound();
        await requireSeeing(change.trx, id, to);
        await lockSharing(change.trx, actor.user);
        const again = await findStillTold(
          change.trx,
          { from: actor.user, record: id, to, message },
          change.at,
        );
        const anew = to.filter((user) => !again.has(user));
        if (anew.length === 0) return { notified: again.size };
        const notice = {
          type: 'RECORD.SHARED',
          record: id,
          version: null,
          to: anew,
          comment: message,
        } as const;
        const told = await notify(change, actor, [notice]);
        change.audit({ action: 'record.share', targetType: 'record', targetId: id, after: { to: anew } });
        return { notified: told.length + again.size };
      });
    },
  };
}

const nameOf = ({ user }: RecordPerson): string => `${user.lastname} ${user.firstname}`;
