import type { RuleResult } from '#shared/compliance/compliance.schemas.ts';
import type { Day } from '#shared/platform/days.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { presentResults } from '../compliance/compliance.presenter.ts';
import { loadCases } from '../compliance/compliance-standings.ts';
import { findFolders } from '../compliance/compliance-timelines.queries.ts';
import { findFoldersOfParties } from './party-standings.queries.ts';

/** What each of these parties owes today, in its folder and below, with the reasons that the actor may know. */
export async function partyResults(
  executor: Executor,
  actor: Actor,
  parties: readonly string[],
  today: Day,
): Promise<Map<string, RuleResult[]>> {
  const trees = await findFoldersOfParties(executor, parties);
  const folders = await findFolders(executor, [...trees.values()].flat());
  const cases = await loadCases(executor, folders);
  const kept = [...new Set(cases.flatMap(({ rules }) => rules.map(({ row }) => row.folder_id)))];
  const names = new Map((await findFolders(executor, kept)).map(({ id, name }) => [id, name]));
  const results = await presentResults(executor, actor, cases, today, (id) => names.get(id) ?? '');
  return new Map([...trees].map(([id, tree]) => [id, tree.flatMap((folder) => results.get(folder) ?? [])]));
}
