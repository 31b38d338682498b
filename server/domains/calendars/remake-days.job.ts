import type { Deps } from '../../platform/deps.ts';
import { findCalendars, findObligations, lockCalendar, lockObligation } from './calendars.queries.ts';
import { remakeOccurrences } from './make-occurrences.ts';

/**
 * Makes due days to come again, by an organization's holidays as they are now (docs/domain/calendars.md); past ones and
 * those that somebody touched stay. Each obligation is a transaction of its own, behind its calendar's lock: whoever
 * edits one meanwhile, by the holidays of before, is waited for, and whoever comes later has read those of now. Run
 * twice it changes nothing.
 */
export async function remakeDays(
  { db, changes }: Pick<Deps, 'db' | 'changes'>,
  organization: string,
): Promise<void> {
  const author = { organization, user: null, ip: null };
  for (const { id, holidays } of await findCalendars(db, organization)) {
    if (holidays === 'none') continue;
    // Behind the lock: an obligation that is being added by the holidays of before is there by then.
    const obligations = await changes.run(author, async ({ trx }) =>
      (await lockCalendar(trx, organization, id)) ? findObligations(trx, id) : [],
    );
    for (const each of obligations) {
      await changes.run(author, async (change) => {
        const calendar = await lockCalendar(change.trx, organization, id);
        const row = calendar && (await lockObligation(change.trx, organization, each.id));
        if (calendar && row) await remakeOccurrences(change, calendar, row);
      });
    }
  }
  await changes.run(author, async (change) => {
    change.announce({ kind: 'list.changed', organization, list: 'calendars' });
  });
}
