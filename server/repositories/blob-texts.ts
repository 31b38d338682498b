import { type Kysely, sql, type Transaction } from 'kysely';
import type { NoTextReason, TextStatus } from '#shared/domain/file-texts.ts';
import type { Executor } from '../db/change.ts';
import type { Schema } from '../db/schema.ts';

/** A content whose words are to be read. */
export interface DueText {
  readonly sha256: string;
  readonly size: number;
  /** This try included. */
  readonly tries: number;
}

/** A piece of a text; the page where it has pages. */
export interface Piece {
  readonly page: number | null;
  readonly text: string;
}

/**
 * Takes the content that has waited longest, out of the reach of others until `leaseUntil`: who dies in between leaves
 * it to the next one.
 */
export async function claimText(db: Kysely<Schema>, now: Date, leaseUntil: Date): Promise<DueText | null> {
  const { rows } = await sql<DueText>`
    update blobs set text_tries = text_tries + 1, text_due_at = ${leaseUntil}
    where sha256 = (
      select sha256 from blobs where text_status = 'waiting' and text_due_at <= ${now}
      order by text_due_at limit 1 for update skip locked
    )
    returning sha256, size, text_tries as tries`.execute(db);
  return rows[0] ?? null;
}

/** The same for a content in which no words were found, and which no recognizer of this version has looked at. */
export async function claimScan(
  db: Kysely<Schema>,
  now: Date,
  leaseUntil: Date,
  recognizer: number,
): Promise<(DueText & { readonly reason: 'kind' | 'empty' }) | null> {
  const { rows } = await sql<DueText & { reason: 'kind' | 'empty' }>`
    update blobs set text_tries = text_tries + 1, text_due_at = ${leaseUntil}
    where sha256 = (
      select sha256 from blobs
      where text_status = 'none' and text_reason in ('kind', 'empty') and text_extractor < ${sql.lit(recognizer)}
        and text_due_at <= ${now}
      order by text_due_at limit 1 for update skip locked
    )
    returning sha256, size, text_tries as tries, text_reason as reason`.execute(db);
  return rows[0] ?? null;
}

export async function postponeText(executor: Executor, sha256: string, until: Date): Promise<void> {
  await executor.updateTable('blobs').set({ text_due_at: until }).where('sha256', '=', sha256).execute();
}

/** Names and media types under which a content was confirmed. */
export const namesOf = (executor: Executor, sha256: string): Promise<{ name: string; type: string }[]> =>
  executor
    .selectFrom('versions')
    .select(['name', 'type'])
    .distinct()
    .where('sha256', '=', sha256)
    .where('status', '=', 'ready')
    .limit(20)
    .execute();

export async function markTextless(
  executor: Executor,
  sha256: string,
  reason: NoTextReason,
  extractor: number,
): Promise<void> {
  await executor
    .updateTable('blobs')
    .set({
      text_status: 'none',
      text_reason: reason,
      text_extractor: extractor,
      text_tries: 0,
      text_due_at: sql`now()`,
    })
    .where('sha256', '=', sha256)
    .execute();
}

/** Keeps what was read: the text in pieces, and what it is found by. Written anew where it was there. @throws where the words are more than an index takes */
export async function insertText(
  trx: Transaction<Schema>,
  sha256: string,
  pieces: readonly Piece[],
  indexed: string,
): Promise<void> {
  await sql`select 1 from blobs where sha256 = ${sha256} for update`.execute(trx);
  await trx.deleteFrom('blob_pieces').where('sha256', '=', sha256).execute();
  const rows = JSON.stringify(pieces.map(({ page, text }, at) => ({ at, page, text })));
  await sql`
    insert into blob_pieces (sha256, at, page, text)
    select ${sha256}, at, page, text from json_to_recordset(${rows}::json) as piece (at int, page int, text text)
  `.execute(trx);
  await sql`
    insert into blob_texts (sha256, search) values (${sha256}, legajo_tsvector('', '', '', '', ${indexed}))
    on conflict (sha256) do update set search = excluded.search`.execute(trx);
}

/** Bytes of the vector of a content, unpacked. */
export async function vectorSize(executor: Executor, sha256: string): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select pg_column_size(search || ''::tsvector) as size from blob_texts where sha256 = ${sha256}`.execute(
    executor,
  );
  return rows[0]?.size ?? 0;
}

/**
 * Lets every face that shows a version with this content be found by its words. First the hash and then the records
 * are locked, in the order of all changes: a confirmation or a publication that is under way is either seen here, or
 * sees the words itself when it writes its face.
 */
export async function showText(
  trx: Transaction<Schema>,
  sha256: string,
  values: { truncated: boolean; extractor: number },
): Promise<void> {
  const holders = sql`select record_id from versions where sha256 = ${sha256} and status = 'ready'`;
  await sql`
    select 1 from groups where id in (select group_id from records where id in (${holders}))
    order by id for update`.execute(trx);
  const { rows } = await sql<{ record: string }>`
    select id as record from records where id in (${holders}) order by id for update`.execute(trx);
  await sql`
    update record_faces set search = null
    where record_id = any(${`{${rows.map(({ record }) => record).join(',')}}`}::uuid[])
      and version_id in (select id from versions where sha256 = ${sha256})`.execute(trx);
  await trx
    .updateTable('blobs')
    .set({
      text_status: 'ready',
      text_reason: null,
      text_truncated: values.truncated,
      text_extractor: values.extractor,
    })
    .where('sha256', '=', sha256)
    .execute();
}

/** A record that has a content, to be told of. */
export interface Holder {
  readonly record: string;
  readonly organization: string;
  readonly group: string;
}

/** Records to which this content came since then. */
export async function findHolders(executor: Executor, sha256: string, since: Date): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select id as record, organization, group_id as group from records
    where id in (select record_id from versions where sha256 = ${sha256} and ready_at >= ${since})
    limit 20`.execute(executor);
  return rows;
}

/** What a worker that died had taken is due at once. Only where there is no other worker. */
export async function releaseTexts(executor: Executor, now: Date): Promise<void> {
  await executor
    .updateTable('blobs')
    .set({ text_due_at: now })
    .where('text_status', '=', 'waiting')
    .where('text_tries', '>', 0)
    .execute();
}

/** A part of a document's content around the first place that fits. */
export interface Passage {
  readonly record: string;
  readonly page: number | null;
  readonly text: string;
}

/** Characters of a passage, and how many of them stand before the place. */
const PASSAGE = { before: 200, whole: 1200 } as const;
/** What lies behind these is not indexed. */
const SEARCHED_PIECES = 100;

/**
 * For each hit the first piece of what its face shows in which all the patterns are found, or else any of them.
 * The pieces are read in order and no further than that.
 */
export async function findPassages(
  executor: Executor,
  hits: readonly { record: string; face: string }[],
  patterns: readonly string[],
): Promise<Passage[]> {
  if (hits.length === 0 || patterns.length === 0) return [];
  const wanted = sql`${[...patterns]}::text[]`;
  const first = (quantifier: 'all' | 'any') => sql`
    (select p.page, p.text from blob_pieces p
     where p.sha256 = v.sha256 and p.at < ${sql.lit(SEARCHED_PIECES)} and p.text ~ ${sql.raw(quantifier)} (${wanted})
     order by p.at limit 1)`;
  const { rows } = await sql<Passage>`
    select f.record_id as record, found.page,
      substr(found.text, greatest(1, (
        select min(nullif(regexp_instr(found.text, pattern), 0)) from unnest(${wanted}) pattern
      ) - ${sql.lit(PASSAGE.before)}), ${sql.lit(PASSAGE.whole)}) as text
    from unnest(
      ${`{${hits.map(({ record }) => record).join(',')}}`}::uuid[], ${`{${hits.map(({ face }) => face).join(',')}}`}::text[]
    ) as hit (record, face)
    join record_faces f on f.record_id = hit.record and f.face = hit.face
    join versions v on v.id = f.version_id
    cross join lateral (select * from (${first('all')} union all ${first('any')}) either limit 1) found
  `.execute(executor);
  return rows;
}

/** All the pieces of a content's text, in their order. */
export const findPieces = (executor: Executor, sha256: string): Promise<Piece[]> =>
  executor
    .selectFrom('blob_pieces')
    .select(['page', 'text'])
    .where('sha256', '=', sha256)
    .orderBy('at')
    .execute();

/** How the reading of a version's words went. */
export async function findText(
  executor: Executor,
  version: string | null,
): Promise<{ status: TextStatus; reason: NoTextReason | null; truncated: boolean } | null> {
  if (version === null) return null;
  const row = await executor
    .selectFrom('versions as v')
    .innerJoin('blobs as b', 'b.sha256', 'v.sha256')
    .select(['b.text_status as status', 'b.text_reason as reason', 'b.text_truncated as truncated'])
    .where('v.id', '=', version)
    .executeTakeFirst();
  return row ?? null;
}
