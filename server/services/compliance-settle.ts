import { type Day, dayIn } from '#shared/domain/compliance/days.ts';
import { CHILE } from '#shared/domain/compliance/holidays.ts';
import type { JudgedRecord } from '#shared/domain/compliance/rule.ts';
import { type Span, timelineOf } from '#shared/domain/compliance/timeline.ts';
import type { Change, Executor } from '../db/change.ts';
import { findJudged, findJudgedAt } from '../repositories/compliance-records.ts';
import {
  type FolderRule,
  findRulesAt,
  findRulesIn,
  type RuleRow,
  ruleFor,
} from '../repositories/compliance-rules.ts';
import {
  findFolders,
  type JudgedFolder,
  replaceSpans,
  takeMarked,
} from '../repositories/compliance-spans.ts';

/** A folder with the rules that judge it and the documents that they could ask for. */
export interface FolderCase {
  readonly folder: JudgedFolder;
  readonly rules: readonly FolderRule[];
  readonly records: readonly JudgedRecord[];
}

/** Its own rules, and its parent's for each sub-folder. */
const judges = (row: RuleRow, folder: JudgedFolder): boolean =>
  row.active && (row.applies_to === 'folder' ? row.folder_id === folder.id : row.folder_id === folder.parent);

function casesOf(folders: readonly JudgedFolder[], rows: readonly RuleRow[]): Omit<FolderCase, 'records'>[] {
  const kept = Map.groupBy(rows, (row) => row.folder_id);
  return folders.flatMap((folder) => {
    const near = [...(kept.get(folder.id) ?? []), ...(kept.get(folder.parent ?? '') ?? [])];
    const rules = near.filter((row) => judges(row, folder)).map((row) => ruleFor(row, folder.id));
    return rules.length > 0 ? [{ folder, rules }] : [];
  });
}

/** What there is to judge in these folders as things are now; those without rules are left out. */
export async function loadCases(executor: Executor, folders: readonly JudgedFolder[]): Promise<FolderCase[]> {
  const places = new Set(folders.flatMap(({ id, parent }) => (parent === null ? [id] : [id, parent])));
  const cases = casesOf(folders, await findRulesIn(executor, [...places]));
  const matches = new Map(cases.flatMap(({ rules }) => rules.map((rule) => [rule.row.id, rule.match])));
  const records = await findJudged(
    executor,
    cases.map(({ folder }) => folder.id),
    [...matches.values()],
  );
  return cases.map((each) => ({ ...each, records: records.get(each.folder.id) ?? [] }));
}

/** The same as it was at a moment; the folders are of one library. */
export async function loadCasesAt(
  executor: Executor,
  folders: readonly JudgedFolder[],
  moment: Date,
): Promise<FolderCase[]> {
  const [first] = folders;
  if (!first) return [];
  const cases = casesOf(folders, await findRulesAt(executor, first.group_id, moment));
  const ids = cases.map(({ folder }) => folder.id);
  const records = await findJudgedAt(executor, first.organization, ids, moment);
  return cases.map((each) => ({ ...each, records: records.get(each.folder.id) ?? [] }));
}

/** How folders stand from today on, written beside them. The change holds the locks of their libraries. */
export async function writeStandings(
  { trx, at }: Pick<Change, 'trx' | 'at'>,
  folders: readonly JudgedFolder[],
): Promise<void> {
  const timelines = new Map<string, Span[]>();
  for (const { folder, rules, records } of await loadCases(trx, folders)) {
    const today: Day = dayIn(folder.timezone, at);
    timelines.set(folder.id, timelineOf(rules, records, today, CHILE));
  }
  await replaceSpans(trx, folders, timelines);
}

/**
 * Judges what a change has touched, in its own transaction: what is read afterwards is never older than the write
 * (docs/decisions: compliance). Writers of a library hold its lock, so no two of them judge one folder at once.
 */
export async function settleCompliance(change: Change): Promise<void> {
  const marked = await takeMarked(change.trx);
  if (marked.length > 0) await writeStandings(change, await findFolders(change.trx, marked));
}
