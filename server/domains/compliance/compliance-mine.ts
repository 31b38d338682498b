import { evaluate } from '#shared/compliance/evaluate.ts';
import type { Reason } from '#shared/compliance/rule.ts';
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

const redQuery = (actor: Actor, today: Day) => {
  const groups = groupsInUse(actor);
  const publishing = groups.filter((group) => hasRole(actor, group, 'publish'));
  return { user: actor.user, groups, publishing, today };
};

/**
 * Folders that do not comply and that are somebody's to put right, as notices choose their people: a rule that fails
 * names them, or names nobody of its library where they publish. The longest due first.
 * @param except folders that are left out
 * @param after the day and place of the last one of the page before
 */
export async function findRedOf(
  executor: Executor,
  actor: Actor,
  {
    today,
    except = [],
    after,
    limit,
  }: {
    readonly today: Day;
    readonly except?: readonly string[];
    readonly after: OpenPosition | null;
    readonly limit: number;
  },
): Promise<RedCandidate[]> {
  const query = { ...redQuery(actor, today), except, limit: Math.max(AT_ONCE, limit) };
  const found: RedCandidate[] = [];
  for (let from = after; found.length < limit; ) {
    const candidates = await findRedCandidates(executor, { ...query, after: from });
    const mixed = candidates.filter(({ every }) => !every).map(({ id }) => id);
    const theirs = await failuresOf(executor, actor, today, mixed);
    found.push(...candidates.filter(({ id, every }) => every || theirs.has(id)));
    const last = candidates.at(-1);
    if (!last || candidates.length < query.limit) break;
    from = [last.day, last.id];
  }
  return found.slice(0, limit);
}

/** A document and where it lies: its folder, or its library where it lies in none. */
export interface PlacedDocument {
  readonly record: string;
  readonly place: string;
}

/**
 * Folders of `findRedOf` that comply once these documents are in order: every rule that fails and is this person's to
 * meet lacks one document, which has expired or waits in the wrong state, and which is one of these.
 * @returns by folder, the documents that it fails by
 */
export async function findRedBy(
  executor: Executor,
  actor: Actor,
  today: Day,
  documents: readonly PlacedDocument[],
): Promise<Map<string, ReadonlySet<string>>> {
  if (documents.length === 0) return new Map();
  const among = [...new Set(documents.map(({ place }) => place))];
  const query = { ...redQuery(actor, today), among, after: null, limit: among.length };
  const candidates = await findRedCandidates(executor, query);
  const ids = candidates.map(({ id }) => id);
  const known = new Set(documents.map(({ record }) => record));
  const blamed = ({ lacks, reasons }: Failure): string[] =>
    lacks > 1
      ? []
      : reasons.flatMap(({ code, record }) =>
          (code === 'EXPIRED' || code === 'WRONG_STATE') && record && known.has(record) ? [record] : [],
        );
  const failures = await failuresOf(executor, actor, today, ids);
  return new Map(
    [...failures].flatMap(([folder, failed]) => {
      const by = failed.map(blamed);
      return by.every((records) => records.length > 0) ? [[folder, new Set(by.flat())]] : [];
    }),
  );
}

/** Why a rule fails, and how many documents it lacks. */
interface Failure {
  readonly lacks: number;
  readonly reasons: readonly Reason[];
}

/** By place, how its blocking rules that are this person's to meet fail. Places without such a failure are left out. */
async function failuresOf(
  executor: Executor,
  actor: Actor,
  today: Day,
  places: readonly string[],
): Promise<Map<string, readonly Failure[]>> {
  if (places.length === 0) return new Map();
  const cases = await loadCases(executor, await findFolders(executor, places));
  const named = cases.flatMap(({ rules }) => rules.flatMap(({ row }) => row.responsible ?? []));
  const people = await loadViewers(executor, named);
  const isTheirs = ({ row }: FolderRule, group: string): boolean => {
    const responsible = people.get(row.responsible ?? '');
    return responsible && isMember(responsible, group)
      ? responsible.user === actor.user
      : hasRole(actor, group, 'publish');
  };
  return new Map(
    cases.flatMap(({ folder, rules, records }) => {
      const failures = evaluate(rules, records, today, folder.holidays).flatMap(({ rule, outcome }) =>
        outcome.status === 'fails' && rule.severity === 'blocking' && isTheirs(rule, folder.group_id)
          ? [{ lacks: rule.minCount - outcome.satisfiedBy.length, reasons: outcome.reasons }]
          : [],
      );
      return failures.length > 0 ? [[folder.id, failures]] : [];
    }),
  );
}
