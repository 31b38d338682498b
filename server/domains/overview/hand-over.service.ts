import type { z } from 'zod';
import type { Duties, HandBack, HandedBack, HandedOver, handOver } from '#shared/overview/duties.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import { requireAdminStill } from '../access/lock-libraries.ts';
import { findHeldObligations } from '../calendars/obligations/hand-over.queries.ts';
import { handBackObligations, handOverObligations } from '../calendars/obligations/hand-over.ts';
import { findKnown } from '../calendars/obligations/obligation-targets.queries.ts';
import { findHeldRules } from '../compliance/compliance-rules.queries.ts';
import { handBackRules, handOverRules } from '../compliance/hand-over-rules.ts';
import { loadViewers } from '../documents/faces/audience.queries.ts';
import { findColleague } from './hand-over.queries.ts';
import { t } from './texts.ts';

/** What a person answers for, over calendars and libraries, and its way to somebody else. For admins. */
export function createHandOverService({ db, changes, now }: Pick<Deps, 'db' | 'changes' | 'now'>) {
  return {
    /** @throws not_found */
    async duties({ organization }: Actor, user: string): Promise<Duties> {
      if (!(await findColleague(db, organization, user))) throw notFound();
      const obligations = await findHeldObligations(db, organization, user, now());
      const people = await loadViewers(
        db,
        obligations.flatMap(({ active_backup }) => active_backup ?? []),
      );
      const rules = await findHeldRules(db, organization, user);
      return {
        obligations: obligations.map((each) => {
          const backup = each.active_backup === user ? undefined : people.get(each.active_backup ?? '');
          return {
            ...{ _id: each.id, name: each.title },
            calendar: { _id: each.calendar, name: each.calendar_name },
            as: each.responsible === user ? ('responsible' as const) : ('backup' as const),
            backup: backup
              ? { _id: backup.user, firstname: backup.firstname, lastname: backup.lastname }
              : null,
          };
        }),
        rules: rules.map((rule) => ({
          ...{ _id: rule.id, name: rule.name },
          folder: { _id: rule.folder_id, name: rule.folder_name },
          group: { _id: rule.group_id, name: rule.group_name },
        })),
      };
    },

    /** All in one transaction. @throws not_found, invalid where whoever takes them over has no account in use */
    handOver: (actor: Actor, user: string, body: z.output<typeof handOver>): Promise<HandedOver> =>
      changes.run(actor, async (change: Change) => {
        const { organization } = actor;
        if (!(await findColleague(change.trx, organization, user))) throw notFound();
        if (body.to !== null) {
          const heir = await findColleague(change.trx, organization, body.to);
          if (!heir?.enabled || body.to === user) throw invalid('to', t('handOver.person'));
        }
        const { given, stay } = await handOverRules(change, actor, user, body.to);
        await requireAdminStill(change, actor);
        const obligations = await handOverObligations(change, actor, user, body);
        return {
          obligations: obligations.map(({ id, ...each }) => ({ _id: id, ...each })),
          rules: given.map(({ id, name, version }) => ({ _id: id, name, version })),
          stay: stay.map(({ id, name }) => ({ _id: id, name })),
        };
      }),

    /**
     * Gives back what was handed over, where nobody has changed it since. All in one transaction.
     * @throws not_found, user_disabled, invalid where somebody is named who did not answer for it, or whom nobody knows
     */
    handBack: (actor: Actor, user: string, given: HandBack): Promise<HandedBack> =>
      changes.run(actor, async (change: Change) => {
        const { organization } = actor;
        const person = await findColleague(change.trx, organization, user);
        if (!person) throw notFound();
        if (!person.enabled) throw new ApiError('user_disabled');
        const named = given.obligations.map(({ before }) => [before.responsible, before.backup]);
        if (!named.every((people) => people.includes(person.id))) {
          throw invalid('obligations', t('handBack.own'));
        }
        const people = [...new Set(named.flat())].filter((each) => each !== null);
        if ((await findKnown(change.trx, 'users', organization, people)).size < people.length) {
          throw invalid('obligations', t('handBack.people'));
        }
        const rules = await handBackRules(change, actor, person.id, given.rules);
        await requireAdminStill(change, actor);
        const obligations = await handBackObligations(change, actor, given.obligations);
        const withId = ({ id, version }: { id: string; version: number }) => ({ _id: id, version });
        return {
          obligations: obligations.back.map(withId),
          rules: rules.back.map(withId),
          stay: [...obligations.stay, ...rules.stay].map(({ id, name, why }) => ({
            ...{ _id: id, name },
            reason: t(`handBack.${why}`, { name: `${person.firstname} ${person.lastname}` }),
          })),
        };
      }),
  };
}
