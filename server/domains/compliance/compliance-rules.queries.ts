import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import type { JudgedRule, Severity } from '#shared/compliance/rule.ts';
import type { Day } from '#shared/platform/days.ts';
import { replacedIds } from '#shared/platform/replaced-ids.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { ComplianceRulesTable, StoredExemption } from '../../platform/db/tables/compliance.ts';
import type { JudgedFolder } from './compliance-timelines.queries.ts';

export type RuleRow = Selectable<ComplianceRulesTable>;

/** A rule that judges a folder, with its row. */
export interface FolderRule extends JudgedRule {
  readonly row: RuleRow;
  readonly severity: Severity;
  readonly exemption: StoredExemption | null;
}

/** What a rule must know of the folder that it judges. */
type RuledFolder = Pick<JudgedFolder, 'id' | 'made_on'>;

/** Whether a rule is another one in this folder than in those without anything of their own. */
export const isOwnRule = ({ exemptions, starts_on }: RuleRow, { id, made_on }: RuledFolder): boolean =>
  exemptions.some(({ folder }) => folder === id) || (starts_on != null && starts_on < made_on);

/**
 * A rule as it is judged in one folder: of all exemptions only that folder's is kept; and with a first day, it asks for
 * nothing of the time before the folder was made.
 */
export const ruleFor = (row: RuleRow, folder: RuledFolder | null): FolderRule => ({
  row,
  severity: row.severity,
  match: {
    documentType: row.document_type,
    labelsAll: row.labels_all,
    labelsAny: row.labels_any,
    titlePattern: row.title_pattern,
  },
  minCount: row.min_count,
  acceptedStates: row.accepted_states,
  validity: { basis: row.basis, months: row.months, graceDays: row.grace_days },
  periodicity: row.periodicity,
  warnDays: row.warn_days,
  startsOn: startOf(row, folder),
  exemption: row.exemptions.find((each) => each.folder === folder?.id) ?? null,
});

/** Rules of the past that were written before rules had a first day have none. */
function startOf({ starts_on }: RuleRow, folder: RuledFolder | null): Day | null {
  if (starts_on == null) return null;
  return folder && folder.made_on > starts_on ? folder.made_on : starts_on;
}

export async function findRule(
  executor: Executor,
  organization: string,
  id: string,
): Promise<RuleRow | undefined> {
  return executor
    .selectFrom('compliance_rules')
    .selectAll()
    .where('organization', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** These rules of the organization, by name. */
export async function findRulesById(
  executor: Executor,
  organization: string,
  ids: readonly string[],
): Promise<RuleRow[]> {
  if (ids.length === 0) return [];
  return executor
    .selectFrom('compliance_rules')
    .selectAll()
    .where('organization', '=', organization)
    .where('id', 'in', ids)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** The rules of these folders, by code and name. */
export async function findRulesIn(executor: Executor, folders: readonly string[]): Promise<RuleRow[]> {
  if (folders.length === 0) return [];
  return executor
    .selectFrom('compliance_rules')
    .selectAll()
    .where(sql<boolean>`folder_id = any(${`{${folders.join(',')}}`}::uuid[])`)
    .orderBy(sql`code collate "C"`)
    .orderBy(sql`name collate "C"`)
    .orderBy('id')
    .execute();
}

/** A rule with the names of its folder and library. */
export interface HeldRule extends RuleRow {
  readonly folder_name: string;
  readonly group_name: string;
}

/** The rules that a person answers for, by library and name. */
export async function findHeldRules(
  executor: Executor,
  organization: string,
  user: string,
): Promise<HeldRule[]> {
  return executor
    .selectFrom('compliance_rules as r')
    .innerJoin('groups as g', 'g.id', 'r.group_id')
    .leftJoin('folders as f', 'f.id', 'r.folder_id')
    .selectAll('r')
    .select(['g.name as group_name', sql<string>`coalesce(f.name, g.name)`.as('folder_name')])
    .where('r.organization', '=', organization)
    .where('r.responsible', '=', user)
    .orderBy('r.group_id')
    .orderBy('r.name')
    .orderBy('r.id')
    .execute();
}

/** The rules of libraries as they were at a moment. Rules of deleted folders are gone. */
export async function findRulesAt(
  executor: Executor,
  groups: readonly string[],
  moment: Date,
): Promise<RuleRow[]> {
  const { rows } = await sql<{ definition: RuleRow | null }>`
    select definition from (
      select distinct on (rule_id) definition from compliance_rule_versions
      where group_id = any(${`{${groups.join(',')}}`}::uuid[]) and at <= ${moment} order by rule_id, version desc
    ) v where definition is not null
    order by definition ->> 'code' collate "C", definition ->> 'name' collate "C", definition ->> 'id'
  `.execute(executor);
  const definitions = rows.flatMap(({ definition }) => (definition ? [definition] : []));
  return withLabelsOfToday(executor, definitions);
}

/**
 * Replaces labels in rules of the past by those of today. The documents are judged with today's metadata, and a label
 * that was merged since has another id there.
 */
async function withLabelsOfToday(executor: Executor, rules: readonly RuleRow[]): Promise<RuleRow[]> {
  const asked = rules.flatMap((rule) => [...rule.labels_all, ...rule.labels_any]);
  if (asked.length === 0) return [...rules];
  const gone = await executor
    .selectFrom('gone_labels')
    .select(['id', 'replaced_by'])
    .where(sql<boolean>`id = any(${`{${asked.join(',')}}`}::uuid[])`)
    .execute();
  const today = (labels: readonly string[]): string[] =>
    gone.reduce(
      (all, { id, replaced_by }) => (replaced_by ? replacedIds(all, id, replaced_by) : all),
      [...labels],
    );
  return rules.map((rule) => ({
    ...rule,
    labels_all: today(rule.labels_all),
    labels_any: today(rule.labels_any),
  }));
}

export async function writeRule(trx: Transaction<Schema>, row: RuleRow): Promise<void> {
  const values: Insertable<ComplianceRulesTable> = { ...row, exemptions: JSON.stringify(row.exemptions) };
  await trx
    .insertInto('compliance_rules')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
  await remember(trx, row, row.updated_at, JSON.stringify(row));
}

export async function deleteRule(trx: Transaction<Schema>, row: RuleRow, at: Date): Promise<void> {
  await trx.deleteFrom('compliance_rules').where('id', '=', row.id).execute();
  await remember(trx, { ...row, version: row.version + 1 }, at, null);
}

async function remember(
  trx: Transaction<Schema>,
  row: RuleRow,
  at: Date,
  definition: string | null,
): Promise<void> {
  const { id: rule_id, version, organization, group_id, folder_id } = row;
  await trx
    .insertInto('compliance_rule_versions')
    .values({ rule_id, version, organization, group_id, folder_id, definition, at })
    .execute();
}
