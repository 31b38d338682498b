import type { Obligation, ObligationPeople } from '#shared/calendars/calendars.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError, invalid, notFound } from '../../../platform/errors.ts';
import { mayEditCalendar } from '../calendars.policy.ts';
import { presentObligations } from '../calendars.presenter.ts';
import { findObligation, lockCalendar, lockObligation, updateObligation } from '../calendars.queries.ts';
import { t } from '../texts.ts';
import { difference } from './obligation-rules.ts';
import { findKnown } from './obligation-targets.queries.ts';

/** Who answers for an obligation. */
export function createObligationPeopleService({ changes }: Pick<Deps, 'changes'>) {
  return {
    /**
     * Gives an obligation to somebody. Its due days stay as they are: they are the obligation's.
     * @throws not_found, forbidden, invalid, rev_changed
     */
    set: (
      actor: Actor,
      id: string,
      { version, responsible, backup }: ObligationPeople,
    ): Promise<Obligation> =>
      changes.run(actor, async (change) => {
        const { trx, at } = change;
        const of = actor.organization;
        const asked = await findObligation(trx, of, id);
        const calendar = asked && (await lockCalendar(trx, of, asked.calendar_id));
        const before = calendar && (await lockObligation(trx, of, id));
        if (!before) throw notFound();
        if (!mayEditCalendar(actor, calendar.editors)) throw new ApiError('forbidden');
        const shown = async (row: typeof before): Promise<Obligation> => {
          const [presented] = await presentObligations(trx, actor, calendar, [row], at);
          if (!presented) throw notFound();
          return presented;
        };
        if (version !== before.version) {
          const message = t('changed', { what: t('this.obligation') });
          throw new ApiError('rev_changed', { current: await shown(before) }, { message });
        }
        for (const [field, user] of Object.entries({ responsible, backup })) {
          const kept = user === before.responsible || user === before.backup;
          if (user === null || kept || (await findKnown(trx, 'users', of, [user])).has(user)) continue;
          throw invalid(field, t('obligation.person'));
        }
        const row = await updateObligation(trx, id, {
          ...{ responsible, backup },
          ...{ version: before.version + 1, updated_at: at },
        });
        change.audit({
          action: 'obligation.update',
          targetType: 'obligation',
          targetId: id,
          ...difference(before, row),
        });
        return shown(row);
      }),
  };
}
