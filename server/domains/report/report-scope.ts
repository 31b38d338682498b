import type { Day } from '#shared/platform/days.ts';
import type { Named } from '#shared/platform/primitives.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { canSeeLibrary } from '../access/libraries.policy.ts';
import { findGroups } from '../libraries/groups.queries.ts';
import { findDepartments } from '../organization/departments.queries.ts';

/** Filters of a report by place. */
export interface PlaceFilter {
  readonly group?: readonly string[] | undefined;
  readonly department?: readonly string[] | undefined;
}

/** The libraries of a report that its reader knows of (docs/domain/roles-and-visibility.md). */
export interface ReportScope {
  /** By id, those that the actor knows. */
  readonly known: ReadonlyMap<string, Named & { readonly archivedAt: Date | null }>;
  /** Those that the filters name; null where there is no such filter. Never one that the actor does not know. */
  readonly asked: ReadonlySet<string> | null;
  /** By id, the departments that the filters name. */
  readonly departments: readonly Named[];
  /** How many libraries the report is about that the actor does not know: what lies in them is in none of its numbers. */
  readonly hidden: number;
}

export async function loadScope(
  executor: Executor,
  actor: Actor,
  { group, department }: PlaceFilter,
): Promise<ReportScope> {
  const every = await findGroups(executor, actor.organization, null);
  const groups = every.filter(({ id }) => canSeeLibrary(actor, id));
  const known = new Map(
    groups.map(({ id, name, archived_at }) => [id, { _id: id, name, archivedAt: archived_at }]),
  );
  if (!group?.length && !department?.length)
    return { known, asked: null, departments: [], hidden: every.length - groups.length };
  const all = department?.length ? await findDepartments(executor, actor.organization) : [];
  const within = department?.length ? withBelow(all, department) : null;
  const inPlace = every.filter(
    (each) => within === null || (each.department !== null && within.has(each.department)),
  );
  const asked = inPlace.filter(({ id }) => known.has(id) && (!group?.length || group.includes(id)));
  return {
    known,
    asked: new Set(asked.map(({ id }) => id)),
    // Who names libraries asks about those only. One that they do not know is left out, whether or not there is one.
    hidden: group?.length ? group.filter((id) => !known.has(id)).length : inPlace.length - asked.length,
    departments: all.filter(({ _id }) => department?.includes(_id)).map(({ _id, name }) => ({ _id, name })),
  };
}

/** Departments with all departments below them. */
function withBelow(
  all: readonly { readonly _id: string; readonly parent: string | null }[],
  top: readonly string[],
): Set<string> {
  const children = Map.groupBy(all, (each) => each.parent);
  const found = new Set<string>();
  const next = all.filter(({ _id }) => top.includes(_id)).map(({ _id }) => _id);
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    next.push(...(children.get(id) ?? []).map(({ _id }) => _id));
  }
  return found;
}

/** Libraries whose folders are judged. One that was archived by that day is left out. */
export const judgedGroups = ({ known, asked }: ReportScope, moment: Date | null): string[] =>
  [...known.values()]
    .filter(({ _id, archivedAt }) => {
      const inUse = archivedAt === null || (moment !== null && archivedAt > moment);
      return inUse && (asked === null || asked.has(_id));
    })
    .map(({ _id }) => _id);

/** What a report is asked for, with defaults filled in. */
export interface ReportFrame {
  readonly asOf: Day;
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
  /** The end of a past day; null for today and later. */
  readonly moment: Date | null;
  /** Whether it is about today: then each due day is judged by the day in its calendar's time zone. */
  readonly today: boolean;
}
