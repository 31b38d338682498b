import {
  type Insertable,
  type Selectable,
  type SqlBool,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely';
import type { LabelUse } from '#shared/labels/labels.schemas.ts';
import { LIBRARY_COUNT_MAX } from '#shared/platform/limits.ts';
import type { Named } from '#shared/platform/primitives.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { LabelsTable } from '../../platform/db/tables/organization.ts';

export type LabelRow = Omit<Selectable<LabelsTable>, 'organization'>;

/** All labels of an organization, in no order. */
export const findLabels = (executor: Executor, organization: string): Promise<LabelRow[]> =>
  executor
    .selectFrom('labels')
    .select(['id', 'name', 'icon', 'parent', 'groups', 'rev'])
    .where('organization', '=', organization)
    .execute();

/** Faces of an organization with a label. Does not check visibility. */
export const labelledFaceCondition = (organization: string, label: string) =>
  sql<SqlBool>`f.organization = ${organization}::uuid and f.labels @> array[${label}]::uuid[]`;

/** How many documents have each label, without the bin. Counts at most one more than the limit. */
export async function countLabelledRecords(
  executor: Executor,
  organization: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; records: number }>`
    select l.id, counted.records from labels l cross join lateral (
      select count(*)::int as records from (
        select 1 from record_faces f
        where f.organization = l.organization and f.labels @> array[l.id] and f.face = 'working' and not f.deleted
        limit ${sql.lit(LIBRARY_COUNT_MAX + 1)}) few
    ) counted where l.organization = ${organization}::uuid`.execute(executor);
  return new Map(rows.map((row) => [row.id, row.records]));
}

/** What uses a label. Does not check visibility: only numbers are given, and a merge changes all of it. */
export async function findUse(executor: Executor, organization: string, label: string): Promise<LabelUse> {
  const libraries = await sql<Named & { records: number; published: number }>`
    select g.id as _id, g.name, count(distinct f.record_id)::int as records,
      (count(*) filter (where f.face = 'published'))::int as published
    from record_faces f join groups g on g.id = f.group_id
    where ${labelledFaceCondition(organization, label)} group by g.id, g.name order by g.name_key`.execute(
    executor,
  );
  const defaults = await sql<LabelUse['defaults'][number]>`
    select g.id as _id, g.name, 'library' as kind, g.id as "group" from groups g
    where g.organization = ${organization}::uuid and g.default_labels @> array[${label}]::uuid[]
    union all
    select f.id, f.name, 'folder', f.group_id from folders f
    where f.organization = ${organization}::uuid and f.default_labels @> array[${label}]::uuid[]
    order by 2`.execute(executor);
  const counted = await sql<{ rules: number; obligations: number; searches: number }>`
    select (select count(*)::int from compliance_rules r where ${ruled(organization, label)}) as rules,
      (select count(*)::int from obligations o where ${obliged(organization, label)}) as obligations,
      (select count(*)::int from saved_searches s
        where s.organization = ${organization}::uuid and s.query like ${`%${label}%`}) as searches`.execute(
    executor,
  );
  const sum = (field: 'records' | 'published'): number =>
    libraries.rows.reduce((total, row) => total + row[field], 0);
  return {
    records: sum('records'),
    published: sum('published'),
    libraries: libraries.rows.map(({ _id, name, records }) => ({ _id, name, records })),
    defaults: defaults.rows,
    rules: counted.rows[0]?.rules ?? 0,
    obligations: counted.rows[0]?.obligations ?? 0,
    searches: counted.rows[0]?.searches ?? 0,
  };
}

const ruled = (organization: string, label: string) =>
  sql<SqlBool>`r.organization = ${organization}::uuid
    and (r.labels_all @> array[${label}]::uuid[] or r.labels_any @> array[${label}]::uuid[])`;

const obliged = (organization: string, label: string) =>
  sql<SqlBool>`o.organization = ${organization}::uuid and o.labels @> array[${label}]::uuid[]`;

/** Replaces a label in the obligations of calendars. Somebody who is editing one gets `rev_changed`. */
export async function relabelObligations(
  trx: Transaction<Schema>,
  organization: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    update obligations o set version = o.version + 1, labels = array(
      select l from unnest(array_replace(o.labels, ${from}::uuid, ${to}::uuid)) with ordinality u(l, at)
      group by l order by min(at))
    where ${obliged(organization, from)}`.execute(trx);
}

/** How many documents have both. */
export async function countBoth(
  executor: Executor,
  organization: string,
  one: string,
  other: string,
): Promise<number> {
  const { rows } = await sql<{ both: number }>`
    select count(distinct f.record_id)::int as both from record_faces f
    where ${labelledFaceCondition(organization, one)} and f.labels @> array[${other}]::uuid[]`.execute(
    executor,
  );
  return rows[0]?.both ?? 0;
}

/**
 * Locks every library of an organization, in the order of locks. Nothing is labelled in them until the end of the
 * transaction, and no write is running that has read the old labels.
 * @returns their ids
 */
export async function lockAllLibraries(trx: Transaction<Schema>, organization: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('groups')
    .select('id')
    .where('organization', '=', organization)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map((row) => row.id);
}

/** Names of a face's labels and authors: search finds a document by them too (face-writer: searchExtra). */
const EXTRA = sql`concat_ws(' ',
  (select string_agg(l.name, ' ' order by u.n) from unnest(f.labels) with ordinality u(id, n) join labels l on l.id = u.id),
  (select string_agg(p.firstname || ' ' || p.lastname, ' ' order by u.n)
    from unnest(f.authors) with ordinality u(id, n) join users p on p.id = u.id))`;

/** Updates the search rows after a label's name changed. */
export async function rewriteExtra(
  trx: Transaction<Schema>,
  organization: string,
  label: string,
): Promise<void> {
  await sql`update record_faces f set search_extra = ${EXTRA} where ${labelledFaceCondition(organization, label)}`.execute(
    trx,
  );
}

/** The list with one id replaced by another: in its order, each once. */
const replacedIn = (column: string, from: string, to: string) =>
  sql`array(select each.id from (
    select case when u.id = ${from}::uuid then ${to}::uuid else u.id end as id, min(u.n) as n
    from unnest(${sql.ref(column)}) with ordinality u(id, n) group by 1) each order by each.n)`;

/** The documents with a label, and where they lie. */
export async function findLabelledRecords(
  executor: Executor,
  organization: string,
  label: string,
): Promise<{ record: string; group: string }[]> {
  const { rows } = await sql<{ record: string; group: string }>`
    select distinct f.record_id as record, f.group_id as "group" from record_faces f
    where ${labelledFaceCondition(organization, label)}`.execute(executor);
  return rows;
}

/**
 * Replaces a label in both faces of every document that has it, with an entry in each document's history.
 * @param author who does it, and when
 */
export async function relabelRecords(
  trx: Transaction<Schema>,
  organization: string,
  { from, to }: { from: string; to: string },
  author: { user: string | null; ip: string | null; at: Date },
  seqs: ReadonlyMap<string, number>,
): Promise<void> {
  const carrying = labelledFaceCondition(organization, from);
  const touched = sql`select distinct f.record_id from record_faces f where ${carrying}`;
  // One statement for all of them: the audit events that an edit of each document's labels would write.
  await sql`
    insert into audit_events (id, organization, actor, action, target_type, target_id, before, after, ip, at)
    select gen_random_uuid(), f.organization, ${author.user}::uuid, 'record.update', 'record', f.record_id,
      jsonb_build_object('labels', to_jsonb(f.labels)),
      jsonb_build_object('labels', to_jsonb(${replacedIn('f.labels', from, to)})), ${author.ip}, ${author.at}
    from record_faces f where ${carrying} and f.face = 'working'`.execute(trx);
  const groups = [...seqs.keys()];
  await sql`
    update records r set rev = r.rev + 1, seq = s.seq
    from unnest(${groups}::uuid[], ${[...seqs.values()]}::bigint[]) as s(id, seq)
    where s.id = r.group_id and r.id in (${touched})`.execute(trx);
  await sql`update record_faces f set labels = ${replacedIn('f.labels', from, to)} where ${carrying}`.execute(
    trx,
  );
  await rewriteExtra(trx, organization, to);
}

/** The same for default labels. @param seqs of the libraries in which something changes */
export async function relabelDefaults(
  trx: Transaction<Schema>,
  organization: string,
  { from, to }: { from: string; to: string },
  seqs: ReadonlyMap<string, number>,
): Promise<void> {
  await sql`update groups g set default_labels = ${replacedIn('g.default_labels', from, to)}
    where g.organization = ${organization}::uuid and g.default_labels @> array[${from}]::uuid[]`.execute(trx);
  await sql`update folders f set default_labels = ${replacedIn('f.default_labels', from, to)}, rev = f.rev + 1,
      seq = s.seq
    from unnest(${[...seqs.keys()]}::uuid[], ${[...seqs.values()]}::bigint[]) as s(id, seq)
    where s.id = f.group_id and f.organization = ${organization}::uuid
      and f.default_labels @> array[${from}]::uuid[]`.execute(trx);
}

/** Removes a label from the default labels of these libraries, where it is not assignable any more. */
export async function dropDefaults(
  trx: Transaction<Schema>,
  organization: string,
  label: string,
  seqs: ReadonlyMap<string, number>,
): Promise<void> {
  const groups = [...seqs.keys()];
  await sql`update groups g set default_labels = array_remove(g.default_labels, ${label}::uuid)
    where g.organization = ${organization}::uuid and g.id = any(${groups}::uuid[])
      and g.default_labels @> array[${label}]::uuid[]`.execute(trx);
  await sql`update folders f set rev = f.rev + 1, seq = s.seq,
      default_labels = nullif(array_remove(f.default_labels, ${label}::uuid), '{}')
    from unnest(${groups}::uuid[], ${[...seqs.values()]}::bigint[]) as s(id, seq)
    where s.id = f.group_id and f.organization = ${organization}::uuid
      and f.default_labels @> array[${label}]::uuid[]`.execute(trx);
}

/** The rules that ask for a label. */
export async function findRulesWith(
  executor: Executor,
  organization: string,
  label: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from compliance_rules r where ${ruled(organization, label)} order by r.id`.execute(executor);
  return rows.map((row) => row.id);
}

/** Saved searches of anybody that name a label, locked. */
export const findSearchesWith = (
  trx: Transaction<Schema>,
  organization: string,
  label: string,
): Promise<{ id: string; query: string }[]> =>
  trx
    .selectFrom('saved_searches')
    .select(['id', 'query'])
    .where('organization', '=', organization)
    .where('query', 'like', `%${label}%`)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Deletes a label, and keeps its name and the label that replaces it. */
export async function deleteLabel(
  trx: Transaction<Schema>,
  organization: string,
  { id, name, icon }: Pick<LabelRow, 'id' | 'name' | 'icon'>,
  replacedBy: string | null,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('gone_labels')
    .set({ replaced_by: replacedBy })
    .where('organization', '=', organization)
    .where('replaced_by', '=', id)
    .execute();
  await trx.deleteFrom('labels').where('id', '=', id).execute();
  await trx
    .insertInto('gone_labels')
    .values({ id, organization, name, icon, replaced_by: replacedBy, at })
    .execute();
}

export async function insertLabel(trx: Transaction<Schema>, row: Insertable<LabelsTable>): Promise<void> {
  await trx.insertInto('labels').values(row).execute();
}

/** Writes columns of a label. Lock the organization first. */
export async function updateLabel(
  trx: Transaction<Schema>,
  id: string,
  set: Updateable<LabelsTable>,
): Promise<void> {
  await trx.updateTable('labels').set(set).where('id', '=', id).execute();
}

/** Puts a label of the organization below another one, or at the top, and raises its rev. */
export async function moveLabel(
  trx: Transaction<Schema>,
  organization: string,
  { id, parent, rev }: Pick<LabelRow, 'id' | 'parent' | 'rev'>,
): Promise<void> {
  await trx
    .updateTable('labels')
    .set({ parent, rev: rev + 1 })
    .where('organization', '=', organization)
    .where('id', '=', id)
    .execute();
}

/** Writes what a kept search asks. Lock it first (findSearchesWith). */
export async function updateSearchQuery(trx: Transaction<Schema>, id: string, query: string): Promise<void> {
  await trx.updateTable('saved_searches').set({ query }).where('id', '=', id).execute();
}
