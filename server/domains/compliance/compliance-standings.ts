import { createHash } from 'node:crypto';
import type { JudgedRecord } from '#shared/compliance/rule.ts';
import { type Judged, judgeAhead } from '#shared/compliance/timeline.ts';
import { type Day, dayIn } from '#shared/platform/days.ts';
import type { Change, Executor } from '../../platform/db/change.ts';
import { findJudged, findJudgedAt } from './compliance-records.queries.ts';
import {
  type FolderRule,
  findRulesAt,
  findRulesIn,
  isOwnRule,
  type RuleRow,
  ruleFor,
} from './compliance-rules.queries.ts';
import {
  findFolders,
  type JudgedFolder,
  type Timeline,
  takeMarked,
  writeTimelines,
} from './compliance-timelines.queries.ts';

/** A folder with the rules that judge it and the documents that they could ask for. */
export interface FolderCase {
  readonly folder: JudgedFolder;
  readonly rules: readonly FolderRule[];
  readonly records: readonly JudgedRecord[];
}

/**
 * Each folder with the active rules that judge it: its own, and its parent's for each sub-folder. Sub-folders of one
 * folder share one list, apart from those with an exemption of their own, or that were made after a rule's first day.
 */
function casesOf(folders: readonly JudgedFolder[], rows: readonly RuleRow[]): Omit<FolderCase, 'records'>[] {
  const kept = Map.groupBy(
    rows.filter((row) => row.active),
    (row) => `${row.applies_to} ${row.folder_id}`,
  );
  const shared = new Map(rows.map((row) => [row, ruleFor(row, null)]));
  return folders.flatMap((folder) => {
    const own = kept.get(`folder ${folder.id}`) ?? [];
    const above = kept.get(`eachChild ${folder.parent}`) ?? [];
    if (own.length + above.length === 0) return [];
    const rules = [...own, ...above].flatMap((row) =>
      isOwnRule(row, folder) ? ruleFor(row, folder) : (shared.get(row) ?? []),
    );
    return [{ folder, rules }];
  });
}

/** What there is to judge in these folders now. Folders without rules are left out. */
export async function loadCases(executor: Executor, folders: readonly JudgedFolder[]): Promise<FolderCase[]> {
  const places = new Set(folders.flatMap(({ id, parent }) => (parent === null ? [id] : [id, parent])));
  const cases = casesOf(folders, await findRulesIn(executor, [...places]));
  const matches = new Map(cases.flatMap(({ rules }) => rules.map((rule) => [rule.row.id, rule.match])));
  const records = await findJudged(
    executor,
    cases.map(({ folder }) => folder),
    [...matches.values()],
  );
  return cases.map((each) => ({ ...each, records: records.get(each.folder.id) ?? [] }));
}

/** The same as it was at a moment. The folders must be of one organization. */
export async function loadCasesAt(
  executor: Executor,
  folders: readonly JudgedFolder[],
  moment: Date,
): Promise<FolderCase[]> {
  const [first] = folders;
  if (!first) return [];
  const cases = casesOf(
    folders,
    await findRulesAt(executor, [...new Set(folders.map((each) => each.group_id))], moment),
  );
  const ids = cases.map(({ folder }) => folder.id);
  const records = await findJudgedAt(executor, first.organization, ids, moment);
  return cases.map((each) => ({ ...each, records: records.get(each.folder.id) ?? [] }));
}

/** The result of each rule as a short text, so that ten thousand folders can be compared quickly. */
const digest = (rules: readonly FolderRule[], standings: Judged['standings']): string =>
  createHash('sha1')
    .update(
      rules
        .map(({ row }, at) => `${row.id} ${row.version} ${standings[at]?.status} ${standings[at]?.day}`)
        .join('\n'),
    )
    .digest('base64url');

/** Computes how folders stand from today on, and stores it. The change must hold the locks of their libraries. */
export async function writeStandings(
  { trx, at }: Pick<Change, 'trx' | 'at'>,
  folders: readonly JudgedFolder[],
): Promise<void> {
  const timelines = new Map<string, Timeline>();
  for (const { folder, rules, records } of await loadCases(trx, folders)) {
    const today: Day = dayIn(folder.timezone, at);
    const { spans, standings } = judgeAhead(rules, records, today, folder.holidays);
    timelines.set(folder.id, { spans, standings: digest(rules, standings) });
  }
  await writeTimelines(trx, folders, timelines);
}

/**
 * Judges the folders that a change has touched, in the same transaction: what is read afterwards is never older than
 * the write (docs/decisions/0013-compliance.md). Writers of a library hold its lock, so two of them never judge one
 * folder at once.
 */
export async function judgeMarkedFolders(change: Change): Promise<void> {
  const marked = await takeMarked(change.trx);
  if (marked.length > 0) await writeStandings(change, await findFolders(change.trx, marked));
}
