import { z } from 'zod';
import type { OpenFolder, RuleResult } from '#shared/compliance/compliance.schemas.ts';
import { addDays, type Day } from '#shared/platform/days.ts';
import { day } from '#shared/platform/primitives.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { createCursor } from '../../platform/lists/cursor.ts';
import { presentResults } from './compliance.presenter.ts';
import { loadCases } from './compliance-standings.ts';
import { findFolders, type OpenPlace } from './compliance-timelines.queries.ts';

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

export function presentOpen(row: Omit<OpenPlace, 'day'>, all: readonly RuleResult[]): OpenFolder {
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

/** Places in which something is missing or soon will be, in their order, with the reasons that the actor may know. */
export async function presentPlaces(
  executor: Executor,
  actor: Actor,
  places: readonly Omit<OpenPlace, 'day'>[],
  today: Day,
): Promise<OpenFolder[]> {
  const found = await findFolders(
    executor,
    places.map(({ id }) => id),
  );
  const cases = await loadCases(executor, found);
  const kept = cases.flatMap(({ rules }) => rules.map(({ row }) => row.folder_id));
  const names = new Map((await findFolders(executor, [...new Set(kept)])).map(({ id, name }) => [id, name]));
  const results = await presentResults(executor, actor, cases, today, (at) => names.get(at) ?? '');
  return places.map((place) => presentOpen(place, results.get(place.id) ?? []));
}
