import type { Deps } from '../../../platform/deps.ts';
import { findCalendars, findObligations, lockCalendar, lockObligation } from '../calendars.queries.ts';
import { remakeOccurrences } from './make-occurrences.ts';

/**
 * Makes future due days again after an organization's holidays changed (docs/domain/calendars.md). Past ones and those
 * that somebody touched stay. Each obligation is a transaction of its own behind its calendar's lock: an edit that
 * began with the old holidays is waited for, and a later one reads the new ones. Running it twice changes nothing.
 */
export async function remakeDays(
  { db, changes }: Pick<Deps, 'db' | 'changes'>,
  organization: string,
): Promise<void> {
  const author = { organization, user: null, ip: null };
  for (const { id, holidays } of await findCalendars(db, organization)) {
    if (holidays === 'none') continue;
    // Behind the lock, an obligation that was being added with the old holidays is found too.
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
