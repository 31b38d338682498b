import { type RecordState, STATE } from '#shared/access/states.ts';
import type { Dashboard } from '#shared/overview/overview.schemas.ts';
import { COUNT_EXACT_MAX, PAGE } from '#shared/platform/limits.ts';
import type { SearchQuery } from '#shared/search/search.schemas.ts';
import { type Actor, todayOf } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { mayMakeCalendars } from '../calendars/calendars.policy.ts';
import { type FewDueDays, findComing, findOthersOverdue } from '../calendars/occurrences/duties.queries.ts';
import { presentOccurrences } from '../calendars/occurrences/occurrences.presenter.ts';
import type { ComplianceService } from '../compliance/compliance.service.ts';
import { findRedOf } from '../compliance/compliance-mine.ts';
import { countSeen } from '../libraries/groups.queries.ts';
import type { PendingService } from '../reviews/pending.service.ts';
import type { SearchService } from '../search/search.service.ts';

const SHOWN = 5;
const RECENT = 6;

export function createDashboardService(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  search: SearchService,
  pending: PendingService,
  compliance: Pick<ComplianceService, 'red'>,
) {
  /** The most urgent items of the list that the figure leads to. */
  async function decisions(actor: Actor, section: 'review' | 'publish') {
    const { items, total } = await pending.list(actor, { section, limit: SHOWN });
    return { count: total?.count ?? items.length, items };
  }

  async function waiting(actor: Actor, state: RecordState, only: Pick<SearchQuery, 'author'>) {
    const query = { ...only, state: [state], sort: '-updatedAt' as const, limit: PAGE.default };
    const { items, total } = await search.search(actor, query);
    return { count: total?.count ?? items.length, items: items.slice(0, SHOWN) };
  }
  /** As the index counts them: a public document of a library that the actor is not in is left out. */
  async function documentsOfOwnLibraries(actor: Actor): Promise<number> {
    if (actor.memberships.length === 0) {
      return 0;
    }
    const own = actor.memberships.map(({ group }) => group);
    const seen = await countSeen(db, actor, own);
    return [...seen.values()].reduce((sum, count) => sum + count, 0);
  }

  async function ownRed(actor: Actor): Promise<string[]> {
    const found = await findRedOf(db, actor, {
      today: todayOf(actor, now()),
      after: null,
      limit: COUNT_EXACT_MAX,
    });
    return found.map(({ id }) => id);
  }

  async function dueDays({ rows, count }: FewDueDays, moment: Date) {
    return { count, items: await presentOccurrences(db, rows, moment) };
  }

  return {
    /** The figures of the first page, from the same lists that its links open. */
    async load(actor: Actor): Promise<Dashboard> {
      const moment = now();
      return {
        records: await documentsOfOwnLibraries(actor),
        libraries: actor.memberships.length,
        toReview: await decisions(actor, 'review'),
        toPublish: await decisions(actor, 'publish'),
        drafts: await waiting(actor, STATE.draft, { author: [actor.user] }),
        red: await compliance.red(actor, SHOWN),
        othersRed: await compliance.red(actor, SHOWN, await ownRed(actor)),
        // What others have overdue is for those who answer for all calendars, as the report is.
        othersOverdue: mayMakeCalendars(actor)
          ? await dueDays(await findOthersOverdue(db, actor, moment, SHOWN), moment)
          : null,
        coming: await dueDays(await findComing(db, actor, moment, SHOWN), moment),
        recent: (await search.search(actor, { sort: '-updatedAt', limit: RECENT, facets: 'no' })).items,
      };
    },
  };
}
