import type { z } from 'zod';
import type { ObligationSeriesCreate, obligationSeriesMade } from '#shared/calendars/calendars.schemas.ts';
import { SERIES_MAX } from '#shared/platform/limits.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError, invalid, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { canSeeLibrary } from '../../access/libraries.policy.ts';
import { mayEditCalendar } from '../calendars.policy.ts';
import { lockCalendar, lockObligation } from '../calendars.queries.ts';
import { checkObligation, columnsOf } from '../obligations/obligation-rules.ts';
import { findKnown } from '../obligations/obligation-targets.queries.ts';
import { todayIn } from '../occurrences/make-occurrences.ts';
import { t } from '../texts.ts';
import {
  findListed,
  findOpenOf,
  findSeries,
  insertSeries,
  isSeriesOpen,
  lockSeries,
} from './series.queries.ts';
import { endOne, makeOne } from './series-rules.ts';

/** Obligations over a list (docs/domain/calendars.md). */
export function createObligationSeriesService({ changes }: Pick<Deps, 'changes'>) {
  return {
    /** @throws not_found, also for a library that the actor does not know, forbidden, invalid for an empty or too long list */
    create: (
      actor: Actor,
      { calendar: id, over, ...body }: ObligationSeriesCreate,
    ): Promise<z.infer<typeof obligationSeriesMade>> =>
      changes.run(actor, async (change) => {
        const { trx, at } = change;
        await lockSeries(trx, actor.organization);
        const calendar = await lockCalendar(trx, actor.organization, id);
        if (!calendar) throw notFound();
        if (!mayEditCalendar(actor, calendar.editors)) throw new ApiError('forbidden');
        const groups = await findKnown(trx, 'groups', actor.organization, [over.group]);
        if (!groups.has(over.group) || !canSeeLibrary(actor, over.group)) throw notFound();
        await checkObligation(change, actor, calendar, body);
        const asks = { calendar: id, title: body.title, ...over, today: todayIn(calendar, at) };
        if (await isSeriesOpen(trx, asks)) throw invalid('title', t('series.twice'));
        const parties = await findListed(trx, actor.organization, over, SERIES_MAX + 1);
        if (parties.length === 0) throw invalid('over.kind', t('series.empty'));
        if (parties.length > SERIES_MAX) throw invalid('over.kind', t('series.full', { max: SERIES_MAX }));
        const series = { id: newId(), title: body.title, group_id: over.group };
        const of = { organization: actor.organization, calendar_id: id };
        await insertSeries(trx, { ...of, ...series, kind: over.kind, created_at: at });
        const asked = { ...of, ...columnsOf(body), series: series.id, kept_end: null };
        for (const party of parties) await makeOne(change, calendar, series, asked, party);
        return { series: series.id, obligations: parties.length };
      }),

    /** Asks nobody of a list any more from tomorrow on; what was due stays due. @throws not_found, forbidden */
    end: (actor: Actor, id: string): Promise<z.infer<typeof obligationSeriesMade>> =>
      changes.run(actor, async (change) => {
        const [series] = await findSeries(change.trx, [id]);
        if (series?.organization !== actor.organization) throw notFound();
        await lockSeries(change.trx, actor.organization);
        const calendar = await lockCalendar(change.trx, actor.organization, series.calendar_id);
        if (!calendar) throw notFound();
        if (!mayEditCalendar(actor, calendar.editors)) throw new ApiError('forbidden');
        const open = await findOpenOf(change.trx, id, todayIn(calendar, change.at));
        for (const { id: each } of open) {
          const row = await lockObligation(change.trx, actor.organization, each);
          if (row) await endOne(change, calendar, row);
        }
        return { series: id, obligations: open.length };
      }),
  };
}
