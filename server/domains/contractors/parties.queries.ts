import {
  type Insertable,
  type RawBuilder,
  type Selectable,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely';
import type { PartyKind } from '#shared/contractors/party.ts';
import { sortKey } from '#shared/platform/texts/sort-key.ts';
import { foldText } from '#shared/platform/texts/text.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { PartiesTable } from '../../platform/db/tables/contractors.ts';

/** A party with the names of what it belongs to. */
export interface PartyRow extends Selectable<PartiesTable> {
  readonly name: string;
  /** By which lists are sorted. */
  readonly key: string;
  readonly group_name: string;
  readonly archived: boolean;
}

/** After this name and party the next page begins. */
export type PartyPosition = [key: string, id: string];

/** A list of ids as one parameter. */
export const ids = (list: readonly string[]): RawBuilder<unknown> => sql`${`{${list.join(',')}}`}::uuid[]`;

/** Parties of these libraries; null for all of the organization. */
const within = (groups: readonly string[] | null): RawBuilder<unknown> =>
  groups === null ? sql`true` : sql`p.group_id = any(${ids(groups)})`;

const KEY = sql`(public.legajo_name_key(f.name) collate "C")`;
const COLUMNS = sql`p.*, f.name, ${KEY} as key, g.name as group_name, g.archived_at is not null as archived
  from parties p join folders f on f.id = p.folder_id join groups g on g.id = p.group_id`;

/** These parties in no order. Does not check visibility: callers must do so. */
export async function findParties(
  executor: Executor,
  organization: string,
  wanted: readonly string[],
): Promise<PartyRow[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<PartyRow>`
    select ${COLUMNS} where p.organization = ${organization}::uuid and p.id = any(${ids(wanted)})
  `.execute(executor);
  return rows;
}

/** The party of a folder. Does not check visibility. */
export async function findPartyOfFolder(executor: Executor, folder: string): Promise<PartyRow | null> {
  const { rows } = await sql<PartyRow>`select ${COLUMNS} where p.folder_id = ${folder}::uuid`.execute(
    executor,
  );
  return rows[0] ?? null;
}

export interface PartyFilters {
  readonly organization: string;
  /** The libraries that the caller knows of; null for all. */
  readonly groups: readonly string[] | null;
  /** Those in which they may read a RUT. */
  readonly told: readonly string[];
  readonly kind?: PartyKind | undefined;
  readonly group?: string | undefined;
  readonly text?: string | undefined;
  readonly contractor?: string | undefined;
  readonly site?: string | undefined;
  /** Sites to which this party is assigned. */
  readonly sitesOf?: string | undefined;
  readonly ended: boolean;
}

const like = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
/** Digits are compared as text here, not by value as `sortKey` does. */
const nameWord = (word: string): string => (/\d/.test(word) ? foldText(word) : sortKey(word));
/** A RUT is stored without points. */
const bareRut = (word: string): string => word.replaceAll('.', '').toUpperCase();

/** Parties by name. */
export async function findPartiesBy(
  executor: Executor,
  filters: PartyFilters,
  after: PartyPosition | null,
  limit: number,
): Promise<PartyRow[]> {
  const { kind, group, contractor, site, sitesOf } = filters;
  const words = (filters.text ?? '').split(/\s+/).filter((word) => word !== '');
  const conditions = [
    sql`p.organization = ${filters.organization}::uuid`,
    within(filters.groups),
    ...(kind ? [sql`p.kind = ${kind}`] : []),
    ...(group ? [sql`p.group_id = ${group}::uuid`] : []),
    ...(contractor ? [sql`p.contractor = ${contractor}::uuid`] : []),
    ...(site
      ? [sql`exists (select from party_sites s where s.site_id = ${site}::uuid and s.party_id = p.id)`]
      : []),
    ...(sitesOf
      ? [sql`exists (select from party_sites s where s.party_id = ${sitesOf}::uuid and s.site_id = p.id)`]
      : []),
    ...(filters.ended ? [] : [sql`p.ended_at is null`]),
    ...words.map(
      (word) => sql`(${KEY} like ${like(nameWord(word))}
        or (p.group_id = any(${ids(filters.told)}) and p.rut like ${like(bareRut(word))}))`,
    ),
    ...(after ? [sql`(${KEY}, p.id) > (${after[0]} collate "C", ${after[1]}::uuid)`] : []),
  ];
  const { rows } = await sql<PartyRow>`
    select ${COLUMNS} where ${sql.join(conditions, sql` and `)} order by key, p.id limit ${limit}
  `.execute(executor);
  return rows;
}

export interface PartyCounts {
  readonly workers: number;
  readonly sites: number;
}

/** Who works for each, or is at each site, and at how many sites each is: of these libraries, without those who ended. */
export async function countAround(
  executor: Executor,
  parties: readonly string[],
  groups: readonly string[] | null,
): Promise<Map<string, PartyCounts>> {
  if (parties.length === 0) return new Map();
  const { rows } = await sql<PartyCounts & { id: string }>`
    select o.id,
      (select count(*)::int from parties p where p.ended_at is null and p.kind = 'worker' and ${within(groups)}
        and (p.contractor = o.id
          or exists (select from party_sites s where s.site_id = o.id and s.party_id = p.id))) as workers,
      (select count(*)::int from party_sites s join parties p on p.id = s.site_id
        where s.party_id = o.id and p.ended_at is null and ${within(groups)}) as sites
    from parties o where o.id = any(${ids(parties)})
  `.execute(executor);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** The folder in which the newest party of a kind was made in a library: undefined where there is none, null at the top. */
export async function findUsualParent(
  executor: Executor,
  group: string,
  kind: PartyKind,
): Promise<string | null | undefined> {
  const row = await executor
    .selectFrom('parties as p')
    .innerJoin('folders as f', 'f.id', 'p.folder_id')
    .select('f.parent')
    .where('p.group_id', '=', group)
    .where('p.kind', '=', kind)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.parent;
}

/** Whether somebody else of this kind has this RUT in a library, and still works there. */
export async function hasRut(
  executor: Executor,
  { group, kind, rut, except }: { group: string; kind: PartyKind; rut: string; except?: string },
): Promise<boolean> {
  const row = await executor
    .selectFrom('parties')
    .select('id')
    .where('group_id', '=', group)
    .where('kind', '=', kind)
    .where('rut', '=', rut)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined && row.id !== except;
}

export async function insertParty(trx: Transaction<Schema>, row: Insertable<PartiesTable>): Promise<void> {
  await trx.insertInto('parties').values(row).execute();
}

export async function updateParty(
  trx: Transaction<Schema>,
  id: string,
  set: Updateable<PartiesTable>,
): Promise<void> {
  await trx.updateTable('parties').set(set).where('id', '=', id).execute();
}

export async function deleteParty(trx: Transaction<Schema>, id: string): Promise<void> {
  await trx.deleteFrom('parties').where('id', '=', id).execute();
}

/** Whether anybody works for a contractor, whether they have ended or not. */
export async function hasWorkers(executor: Executor, contractor: string): Promise<boolean> {
  const row = await executor
    .selectFrom('parties')
    .select('id')
    .where('contractor', '=', contractor)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Who is assigned to a site, among these. */
export async function findAssigned(
  executor: Executor,
  site: string,
  among: readonly string[],
): Promise<Set<string>> {
  if (among.length === 0) return new Set();
  const rows = await executor
    .selectFrom('party_sites')
    .select('party_id')
    .where('site_id', '=', site)
    .where('party_id', 'in', among)
    .execute();
  return new Set(rows.map((row) => row.party_id));
}

/** Assigns parties to a site; those who are there already stay. */
export async function insertAssignments(
  trx: Transaction<Schema>,
  site: Pick<PartyRow, 'id' | 'organization'>,
  parties: readonly string[],
  { by, at }: { by: string; at: Date },
): Promise<void> {
  if (parties.length === 0) return;
  await trx
    .insertInto('party_sites')
    .values(
      parties.map((party_id) => ({
        organization: site.organization,
        site_id: site.id,
        party_id,
        created_by: by,
        created_at: at,
      })),
    )
    .onConflict((conflict) => conflict.columns(['site_id', 'party_id']).doNothing())
    .execute();
}

export async function deleteAssignments(
  trx: Transaction<Schema>,
  site: string,
  parties: readonly string[],
): Promise<void> {
  if (parties.length === 0) return;
  await trx.deleteFrom('party_sites').where('site_id', '=', site).where('party_id', 'in', parties).execute();
}

/** The folders from the top of the library down to a party's own. */
export async function findPathOf(
  executor: Executor,
  folder: string,
): Promise<{ _id: string; name: string }[]> {
  const { rows } = await sql<{ _id: string; name: string }>`
    with recursive up as (
      select id, parent, name, 0 as height from folders where id = ${folder}::uuid
      union all
      select f.id, f.parent, f.name, up.height + 1 from folders f join up on f.id = up.parent
    ) select id as _id, name from up order by height desc
  `.execute(executor);
  return rows;
}
