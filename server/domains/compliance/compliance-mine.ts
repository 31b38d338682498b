import { evaluate } from '#shared/compliance/evaluate.ts';
import type { Day } from '#shared/platform/days.ts';
import { type Actor, hasRole, isMember } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { loadViewers } from '../documents/faces/audience.queries.ts';
import { findRedCandidates, type RedCandidate } from './compliance-mine.queries.ts';
import type { FolderRule } from './compliance-rules.queries.ts';
import { groupsInUse } from './compliance-scope.ts';
import { loadCases } from './compliance-standings.ts';
import { findFolders, type OpenPosition } from './compliance-timelines.queries.ts';

/** How many folders are judged at once. */
const AT_ONCE = 200;

/**
 * Folders that do not comply and that are somebody's to put right, as notices choose their people: a rule that fails
 * names them, or names nobody of its library where they publish. The longest due first.
 * @param after the day and place of the last one of the page before
 */
export async function findRedOf(
  executor: Executor,
  actor: Actor,
  {
    today,
    after,
    limit,
  }: { readonly today: Day; readonly after: OpenPosition | null; readonly limit: number },
): Promise<RedCandidate[]> {
  const groups = groupsInUse(actor);
  const publishing = groups.filter((group) => hasRole(actor, group, 'publish'));
  const query = { user: actor.user, groups, publishing, today, limit: Math.max(AT_ONCE, limit) };
  const found: RedCandidate[] = [];
  for (let from = after; found.length < limit; ) {
    const candidates = await findRedCandidates(executor, { ...query, after: from });
    const theirs = await failingFor(executor, actor, today, candidates);
    found.push(...candidates.filter(({ id, every }) => every || theirs.has(id)));
    const last = candidates.at(-1);
    if (!last || candidates.length < query.limit) break;
    from = [last.day, last.id];
  }
  return found.slice(0, limit);
}

/** Of places with blocking rules of several people, those that fail by one that is this person's to meet. */
async function failingFor(
  executor: Executor,
  actor: Actor,
  today: Day,
  candidates: readonly RedCandidate[],
): Promise<Set<string>> {
  const mixed = candidates.filter(({ every }) => !every).map(({ id }) => id);
  if (mixed.length === 0) return new Set();
  const cases = await loadCases(executor, await findFolders(executor, mixed));
  const named = cases.flatMap(({ rules }) => rules.flatMap(({ row }) => row.responsible ?? []));
  const people = await loadViewers(executor, named);
  const isTheirs = ({ row }: FolderRule, group: string): boolean => {
    const responsible = people.get(row.responsible ?? '');
    return responsible && isMember(responsible, group)
      ? responsible.user === actor.user
      : hasRole(actor, group, 'publish');
  };
  return new Set(
    cases
      .filter(({ folder, rules, records }) =>
        evaluate(rules, records, today, folder.holidays).some(
          ({ rule, outcome }) =>
            outcome.status === 'fails' && rule.severity === 'blocking' && isTheirs(rule, folder.group_id),
        ),
      )
      .map(({ folder }) => folder.id),
  );
}
