import type { OpenFolder } from '#shared/compliance/compliance.schemas.ts';
import { judgeAhead } from '#shared/compliance/timeline.ts';
import { REPORT_FOLDERS_MAX } from '#shared/report/report.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { lookup } from '../access/names.queries.ts';
import { presentResults } from '../compliance/compliance.presenter.ts';
import { presentOpen } from '../compliance/compliance-open.ts';
import { type FolderCase, loadCases, loadCasesAt } from '../compliance/compliance-standings.ts';
import { findFolders, findFoldersOf, type OpenPlace } from '../compliance/compliance-timelines.queries.ts';
import { countRed, findRedOn, type RedCount } from './report-folders.queries.ts';
import type { ReportFrame } from './report-scope.ts';

/** Folders that do not comply by their own rules on the day of a report. */
export interface RedFolders {
  /** How many there are in each library. */
  readonly counts: readonly RedCount[];
  readonly items: OpenFolder[];
}

/**
 * The first of them, the longest due first, each with the reasons that the actor may know. Few queries, however many
 * folders.
 */
export async function loadRed(
  executor: Executor,
  actor: Actor,
  groups: readonly string[],
  frame: Pick<ReportFrame, 'asOf' | 'moment'>,
): Promise<RedFolders> {
  const { asOf, moment } = frame;
  if (groups.length === 0) return { counts: [], items: [] };
  const { counts, places, cases } = moment
    ? await redThen(executor, groups, asOf, moment)
    : await redOn(executor, groups, asOf);
  const kept = cases.flatMap(({ rules }) => rules.map(({ row }) => row.folder_id));
  const names = new Map((await findFolders(executor, [...new Set(kept)])).map(({ id, name }) => [id, name]));
  const results = await presentResults(executor, actor, cases, asOf, (at) => names.get(at) ?? '');
  return { counts, items: places.map((place) => presentOpen(place, results.get(place.id) ?? [])) };
}

interface Red {
  readonly counts: readonly RedCount[];
  readonly places: readonly OpenPlace[];
  readonly cases: readonly FolderCase[];
}

/** From the stored spans, which tell of today and of later days. */
async function redOn(executor: Executor, groups: readonly string[], asOf: string): Promise<Red> {
  const counts = await countRed(executor, groups, asOf);
  const places = await findRedOn(executor, groups, asOf, REPORT_FOLDERS_MAX);
  const ids = places.map(({ id }) => id);
  return { counts, places, cases: await loadCases(executor, await findFolders(executor, ids)) };
}

/** A past day is judged again from the history (docs/decisions/0013-compliance.md). */
async function redThen(
  executor: Executor,
  groups: readonly string[],
  asOf: string,
  moment: Date,
): Promise<Red> {
  const cases = await loadCasesAt(executor, await findFoldersOf(executor, groups), moment);
  const judged = cases.flatMap((each) => {
    const [span] = judgeAhead(each.rules, each.records, asOf, each.folder.holidays).spans;
    return span ? [{ each, span, day: span.dueOn ?? asOf }] : [];
  });
  const counts = [...Map.groupBy(judged, ({ each }) => each.folder.group_id)].map(([group, all]) => ({
    group,
    ruled: all.length,
    red: all.filter(({ span }) => span.blocking > 0).length,
  }));
  const red = judged
    .filter(({ span }) => span.blocking > 0)
    .sort((a, b) =>
      a.day === b.day ? (a.each.folder.id < b.each.folder.id ? -1 : 1) : a.day < b.day ? -1 : 1,
    )
    .slice(0, REPORT_FOLDERS_MAX);
  const names = await lookup(executor, {
    groups: red.map(({ each }) => each.folder.group_id),
    folders: red.map(({ each }) => each.folder.id),
  });
  return {
    counts,
    cases: red.map(({ each }) => each),
    places: red.map(({ each: { folder }, span, day }) => ({
      id: folder.id,
      name: folder.name,
      path: names.folders.get(folder.id)?.path ?? folder.name,
      group_id: folder.group_id,
      group_name: names.groups.get(folder.group_id)?.name ?? '',
      blocking: span.blocking,
      warnings: span.warnings,
      due_soon: span.dueSoon,
      day,
    })),
  };
}
