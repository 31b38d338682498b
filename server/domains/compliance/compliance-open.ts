import { z } from 'zod';
import type { OpenFolder, RuleResult } from '#shared/compliance/compliance.schemas.ts';
import { addDays, type Day } from '#shared/platform/days.ts';
import { day } from '#shared/platform/primitives.ts';
import { createCursor } from '../../platform/lists/cursor.ts';
import type { OpenPlace } from './compliance-timelines.queries.ts';

/** Where a page of open folders ends (`OpenPosition`): the day that it is ordered by, and the folder. */
export const openCursor = createCursor(z.tuple([day, z.uuid()]));

/**
 * The days that the actor may know: those of documents that they see, and those of periods, which belong to no
 * document.
 */
function daysOf({ status, reasons, failsOn }: RuleResult): Day[] {
  if (status !== 'fails') return failsOn === null ? [] : [addDays(failsOn, -1)];
  return reasons.flatMap(({ until }) => until ?? []);
}

export function presentOpen(row: OpenPlace, all: readonly RuleResult[]): OpenFolder {
  const results = all.filter(({ status, dueSoon }) => status === 'fails' || dueSoon);
  const failing = results.filter(({ status }) => status === 'fails');
  const [dueOn = null] = (failing.length > 0 ? failing : results).flatMap(daysOf).sort();
  return {
    folder: { _id: row.id, name: row.name },
    path: row.path,
    group: { _id: row.group_id, name: row.group_name },
    blocking: row.blocking,
    warnings: row.warnings,
    dueSoon: row.due_soon,
    dueOn,
    results,
  };
}
