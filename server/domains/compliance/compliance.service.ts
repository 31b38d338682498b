import type { z } from 'zod';
import type {
  FolderCompliance,
  GroupCompliance,
  OpenFoldersQuery,
  openFolders,
  redFolder,
} from '#shared/compliance/compliance.schemas.ts';
import { evaluate } from '#shared/compliance/evaluate.ts';
import { type Node, rollUp, type Standing } from '#shared/compliance/roll-up.ts';
import type { Span } from '#shared/compliance/timeline.ts';
import { addDays, type Day, dayIn } from '#shared/platform/days.ts';
import { PAGE } from '#shared/platform/limits.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import { startOfDay } from '../../platform/lists/start-of-day.ts';
import { canSeeLibrary } from '../access/libraries.policy.ts';
import { hasGroup, lockGroupForUpdate } from '../libraries/groups.queries.ts';
import { presentResults } from './compliance.presenter.ts';
import { openCursor, presentPlaces } from './compliance-open.ts';
import { deleteStale, getTimezone } from './compliance-places.queries.ts';
import { findRulesAt, findRulesIn, type RuleRow } from './compliance-rules.queries.ts';
import { groupsInUse } from './compliance-scope.ts';
import { type FolderCase, loadCases, loadCasesAt, writeStandings } from './compliance-standings.ts';
import {
  findDue,
  findFolders,
  findFoldersOf,
  findOpen,
  findRed,
  findStandings,
  type JudgedFolder,
} from './compliance-timelines.queries.ts';

type Own = Pick<Span, 'rules' | 'blocking' | 'warnings' | 'dueSoon'>;

/** Maximum number of red sub-folders returned. */
const BELOW_SHOWN = 50;
/** How many folders the daily job judges in one transaction. */
const PER_CHANGE = 200;

export function createComplianceService({ db, changes, now }: Pick<Deps, 'db' | 'changes' | 'now'>) {
  async function requireSeen(actor: Actor, group: string): Promise<void> {
    if (!(await hasGroup(db, actor.organization, group)) || !canSeeLibrary(actor, group)) throw notFound();
  }

  async function organizationOf(actor: Actor): Promise<{ today: Day; timezone: string }> {
    const timezone = await getTimezone(db, actor.organization);
    return { today: dayIn(timezone, now()), timezone };
  }

  /** The end of a past day in the organization's time zone; null for today and later. */
  const momentOf = (asOf: Day, today: Day, timezone: string): Date | null =>
    asOf < today ? new Date(startOfDay(addDays(asOf, 1), timezone).getTime() - 1) : null;

  /** How each folder of a library stands by itself, and which folders have an active rule. */
  async function standings(group: string, folders: readonly JudgedFolder[], asOf: Day, moment: Date | null) {
    const ids = folders.map(({ id }) => id);
    const rules = moment ? await findRulesAt(db, [group], moment) : await findRulesIn(db, ids);
    const ruled = new Set(rules.filter((row) => row.active).map((row) => row.folder_id));
    if (!moment) return { own: await findStandings(db, group, asOf), ruled };
    const cases = await loadCasesAt(db, folders, moment);
    return { own: new Map(cases.map((each) => [each.folder.id, evaluateOwnRules(each, asOf)])), ruled };
  }

  async function judgeAgain(group: string, organization: string, ids: readonly string[]): Promise<void> {
    await changes.run({ organization, user: null, ip: null }, async (change) => {
      // Waits for writers of this library to commit, and makes later ones wait for this.
      await lockGroupForUpdate(change.trx, group);
      await deleteStale(change.trx, ids);
      await writeStandings(change, await findFolders(change.trx, ids));
      // One hint for the library is enough: screens then fetch all of its colours.
      const [first] = ids;
      if (first) change.announce({ kind: 'folder.changed', folder: first, group });
    });
  }

  return {
    /** How a folder stands, rule by rule, with the reasons that this person may know. @throws not_found */
    async byFolder(actor: Actor, id: string, wanted?: Day): Promise<FolderCompliance> {
      const [folder] = await findFolders(db, [id]);
      if (!folder || folder.organization !== actor.organization || !canSeeLibrary(actor, folder.group_id))
        throw notFound();
      const { today, timezone } = await organizationOf(actor);
      const asOf = wanted ?? today;
      const moment = momentOf(asOf, today, timezone);
      const all = await findFoldersOf(db, [folder.group_id]);
      const { own, ruled } = await standings(folder.group_id, all, asOf, moment);
      const [found] = moment ? await loadCasesAt(db, [folder], moment) : await loadCases(db, [folder]);
      const names = new Map(all.map((each) => [each.id, each.name]));
      const standing = rollUp(all, own, ruled).get(id) ?? { colour: 'none' as const, dueSoon: false };
      return {
        folder: { _id: id, name: folder.name },
        asOf,
        ...standing,
        results:
          (found && (await presentResults(db, actor, [found], asOf, (at) => names.get(at) ?? '')).get(id)) ??
          [],
        below: redBelow(all, own, id),
        reconstructed: moment !== null,
      };
    },

    /** The colours of a library's folders. @throws not_found */
    async byGroup(actor: Actor, group: string, wanted?: Day): Promise<GroupCompliance> {
      await requireSeen(actor, group);
      const { today, timezone } = await organizationOf(actor);
      const asOf = wanted ?? today;
      const moment = momentOf(asOf, today, timezone);
      const folders = await findFoldersOf(db, [group]);
      const { own, ruled } = await standings(group, folders, asOf, moment);
      const found = rollUp(folders, own, ruled);
      const library: Standing = found.get(null) ?? { colour: 'none', dueSoon: false };
      return {
        group,
        asOf,
        ...library,
        folders: folders.flatMap(({ id }) => {
          const standing = id === group ? undefined : found.get(id);
          return standing && standing.colour !== 'none' ? [{ _id: id, ...standing }] : [];
        }),
        reconstructed: moment !== null,
      };
    },

    /**
     * Folders in which something is missing or soon will be, in the actor's libraries that are in use, or in one of them.
     * @throws not_found
     */
    async open(
      actor: Actor,
      { group, cursor, limit = PAGE.default }: OpenFoldersQuery,
    ): Promise<z.infer<typeof openFolders>> {
      if (group !== undefined) await requireSeen(actor, group);
      const { today } = await organizationOf(actor);
      const groups = group === undefined ? groupsInUse(actor) : [group];
      const found = await findOpen(db, groups, today, openCursor.decode(cursor), limit + 1);
      const rows = found.slice(0, limit);
      const last = found.length > limit ? rows.at(-1) : undefined;
      return {
        items: await presentPlaces(db, actor, rows, today),
        nextCursor: last ? openCursor.encode([last.day, last.id]) : null,
      };
    },

    /** Folders that do not comply, in the actor's libraries that are in use. */
    async red(
      actor: Actor,
      limit: number,
      /** Folders that are left out. */
      except: readonly string[] = [],
    ): Promise<{ count: number; items: z.infer<typeof redFolder>[] }> {
      const own = groupsInUse(actor);
      const { count, items } = await findRed(db, own, now(), limit, except);
      return {
        count,
        items: items.map(({ id, name, path, group_id, group_name, blocking }) => ({
          folder: { _id: id, name },
          path,
          group: { _id: group_id, name: group_name },
          blocking,
        })),
      };
    },

    /** Judges again what has changed by time alone. @returns how many folders */
    async refresh(at: Date): Promise<number> {
      let judged = 0;
      for (
        let due = await findDue(db, at, PER_CHANGE);
        due.length > 0;
        due = await findDue(db, at, PER_CHANGE)
      ) {
        for (const [group, folders] of Map.groupBy(due, (each) => each.group_id)) {
          await judgeAgain(
            group,
            folders[0]?.organization ?? '',
            folders.map(({ id }) => id),
          );
        }
        judged += due.length;
        if (due.length < PER_CHANGE) break;
      }
      return judged;
    },
  };
}

export type ComplianceService = ReturnType<typeof createComplianceService>;

/** How a folder stands by its own rules on a day, computed anew. */
export function evaluateOwnRules({ folder, rules, records }: FolderCase, asOf: Day): Own {
  const outcomes = evaluate(rules, records, asOf, folder.holidays);
  const failing = (severity: RuleRow['severity']): number =>
    outcomes.filter((each) => each.outcome.status === 'fails' && each.rule.row.severity === severity).length;
  return {
    rules: rules.length,
    blocking: failing('blocking'),
    warnings: failing('warning'),
    dueSoon: outcomes.some((each) => each.outcome.dueSoon),
  };
}

/** The red folders below. Every member sees every folder of their library, so the names are not secret here. */
function redBelow(all: readonly JudgedFolder[], own: ReadonlyMap<string, Own>, top: string) {
  const byId = new Map<string, Node & { name: string }>(all.map((each) => [each.id, each]));
  const pathTo = (id: string): string[] | null => {
    const names: string[] = [];
    for (let at = byId.get(id); at; at = byId.get(at.parent ?? '')) {
      if (at.id === top) return names;
      names.unshift(at.name);
    }
    return null;
  };
  return all
    .flatMap(({ id, name }) => {
      const blocking = own.get(id)?.blocking ?? 0;
      const path = blocking > 0 && id !== top ? pathTo(id) : null;
      return path ? [{ folder: { _id: id, name }, path: path.join(' / '), blocking }] : [];
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .slice(0, BELOW_SHOWN);
}
