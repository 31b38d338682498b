import { periodWords } from '#shared/calendars/period.ts';
import type { Report } from '#shared/report/report.schemas.ts';
import { t } from '../texts.ts';
import { percentOf } from './share-words.ts';

/** How a report compares with the end of the month before. Where nothing was due then, that alone; null for older snapshots. */
export function sinceWords({ since, totals }: Pick<Report, 'since' | 'totals'>): string | null {
  if (!since) return null;
  const day = periodWords(since.day);
  if (since.met.of === 0) return t('since.nothing', { day });
  return [
    t('since.then', { day, before: percentOf(since.met), now: percentOf(totals.met) }),
    since.caughtUp > 0 ? t('since.caughtUp', { count: since.caughtUp }) : t('since.noneCaughtUp'),
    since.overdue > 0 ? t('since.overdue', { count: since.overdue }) : t('since.noneOverdue'),
  ].join(' ');
}
