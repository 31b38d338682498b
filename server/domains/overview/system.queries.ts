import { sql } from 'kysely';
import type { SystemFigures } from '#shared/overview/overview.schemas.ts';
import type { Executor } from '../../platform/db/change.ts';

/** Sums in bytes come as text: they may be larger than an integer of the database. */
export interface Figures {
  readonly documents: number;
  readonly versions: number;
  readonly bytes: string;
  readonly own: string;
  readonly damaged: number;
  readonly binned: number;
  readonly bin_bytes: string;
}

/** How much an organization keeps: documents, versions and bytes, what is damaged of them and what lies in the bin. */
export async function findFigures(executor: Executor, organization: string): Promise<Figures | undefined> {
  const { rows } = await sql<Figures>`
    with kept as (
      select v.sha256, v.size, r.deleted_at is not null as binned
      from versions v join records r on r.id = v.record_id
      where v.organization = ${organization}::uuid and v.status = 'ready'
    )
    select
      (select count(*)::int from records r where r.organization = ${organization}::uuid and r.ready
        and r.deleted_at is null) as documents,
      (select count(*)::int from records r where r.organization = ${organization}::uuid and r.ready
        and r.deleted_at is not null) as binned,
      (select count(*)::int from kept) as versions,
      (select coalesce(sum(size), 0)::text from kept) as bytes,
      (select count(*)::int from kept where sha256 in (select sha256 from damaged_contents)) as damaged,
      (select coalesce(sum(size), 0)::text from (select distinct sha256, size from kept) once) as own,
      (select coalesce(sum(size), 0)::text from kept where binned) as bin_bytes`.execute(executor);
  return rows[0];
}

/** The uploads of an organization that are announced or under way, and the person who has announced most bytes. */
export async function findUploading(
  executor: Executor,
  organization: string,
): Promise<SystemFigures['storage']['uploading']> {
  const { rows } = await sql<{ name: string; files: number; bytes: string }>`
    select u.firstname || ' ' || u.lastname as name, count(*)::int as files, sum(v.announced)::text as bytes
    from versions v join users u on u.id = v.created_by
    where v.organization = ${organization}::uuid and v.status = 'pending' and v.announced is not null
    group by u.id order by sum(v.announced) desc, u.id`.execute(executor);
  const sum = (of: (row: (typeof rows)[number]) => number): number =>
    rows.reduce((all, row) => all + of(row), 0);
  const [most] = rows;
  return {
    files: sum(({ files }) => files),
    bytes: sum(({ bytes }) => Number(bytes)),
    most: most ? { name: most.name, bytes: Number(most.bytes) } : null,
  };
}

/** What the database calls itself, with its version; empty where it says nothing. */
export async function getDatabaseVersion(executor: Executor): Promise<string> {
  const { rows } = await sql<{ name: string }>`select version() as name`.execute(executor);
  return rows[0]?.name ?? '';
}

/** Asks the database something that costs nothing. @throws where it does not answer */
export async function pingDatabase(executor: Executor): Promise<void> {
  await sql`select 1`.execute(executor);
}
