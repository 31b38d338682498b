import { sql, type Transaction } from 'kysely';
import type { Executor } from '../../../platform/db/change.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { MAX_INDEXED_CHARACTERS } from '../../../platform/text/search-sql.ts';
import type { Piece } from '../../documents/contents/content-texts.queries.ts';

/** The extracted text of a content: in pieces, and the part that goes into the index. */
export interface ReadText {
  readonly sha256: string;
  readonly pieces: readonly Piece[];
  readonly indexed: string;
  /** Whether its words are also indexed unstemmed, for quotes. */
  readonly exact: boolean;
  readonly truncated: boolean;
}

/**
 * Stores an extracted text, in pieces and as an index entry. Replaces what was there.
 * @throws where the words of one text are more than an index entry holds
 */
export async function insertTexts(trx: Transaction<Schema>, texts: readonly ReadText[]): Promise<void> {
  const hashes = texts.map(({ sha256 }) => sha256);
  await sql`select 1 from blobs where sha256 = any(${hashes}::text[]) order by sha256 for update`.execute(
    trx,
  );
  await trx.deleteFrom('blob_pieces').where('sha256', 'in', hashes).execute();
  const rows = texts.flatMap(({ sha256, pieces }) =>
    pieces.map(({ page, text }, at) => ({ sha256, at, page, text })),
  );
  await sql`
    insert into blob_pieces (sha256, at, page, text)
    select sha256, at, page, text
    from json_to_recordset(${JSON.stringify(rows)}::json) as piece (sha256 text, at int, page int, text text)
  `.execute(trx);
  await insertVectors(trx, texts);
}

/** The index entries of texts. Replaces what was there. @throws as `insertTexts` */
export async function insertVectors(
  executor: Executor,
  texts: readonly Pick<ReadText, 'sha256' | 'indexed' | 'exact'>[],
): Promise<void> {
  await sql`
    insert into blob_texts (sha256, search)
    select sha256, case when exact then legajo_tsvector('', '', '', '', indexed)
      else legajo_stems(legajo_normalize(indexed)) end
    from unnest(
      ${texts.map(({ sha256 }) => sha256)}::text[], ${texts.map(({ indexed }) => indexed)}::text[],
      ${texts.map(({ exact }) => exact)}::boolean[]
    ) as read (sha256, indexed, exact)
    on conflict (sha256) do update set search = excluded.search`.execute(executor);
}

/** The size of a content's vector in bytes, unpacked. */
export async function vectorSize(executor: Executor, sha256: string): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select pg_column_size(search || ''::tsvector) as size from blob_texts where sha256 = ${sha256}`.execute(
    executor,
  );
  return rows[0]?.size ?? 0;
}

/**
 * Makes every face that shows a version with one of these contents findable by its words. Locks the hashes first and
 * then the records, in the order of all changes. A confirmation or publication at the same time is either seen here, or
 * sees the words itself when it writes its face.
 */
export async function showTexts(
  trx: Transaction<Schema>,
  texts: readonly Pick<ReadText, 'sha256' | 'truncated'>[],
  extractor: number,
): Promise<void> {
  const hashes = texts.map(({ sha256 }) => sha256);
  const holders = sql`select record_id from versions where sha256 = any(${hashes}::text[]) and status = 'ready'`;
  await sql`
    select 1 from groups where id in (select group_id from records where id in (${holders}))
    order by id for update`.execute(trx);
  const { rows } = await sql<{ record: string }>`
    select id as record from records where id in (${holders}) order by id for update`.execute(trx);
  await sql`
    update record_faces set search = null
    where record_id = any(${`{${rows.map(({ record }) => record).join(',')}}`}::uuid[])
      and version_id in (select id from versions where sha256 = any(${hashes}::text[]))`.execute(trx);
  await sql`
    update blobs b set text_status = 'ready', text_reason = null, text_truncated = read.truncated,
      text_extractor = ${extractor}
    from unnest(${hashes}::text[], ${texts.map(({ truncated }) => truncated)}::boolean[]) as read (sha256, truncated)
    where b.sha256 = read.sha256`.execute(trx);
}

/** The part of a document's content around the first match. */
export interface Passage {
  readonly record: string;
  readonly page: number | null;
  readonly text: string;
}

/** Characters of a passage, and how many of them come before the match. */
const PASSAGE = { before: 200, whole: 1200 } as const;
/**
 * For each hit the first piece of its face's content that matches all patterns, or else any of them; before these, one
 * that has each code in one piece. Pieces are read in order, and only as far as needed: never beyond the part of a
 * text that is found at all. That part is told by its characters, because a piece may be as short as a page.
 */
export async function findPassages(
  executor: Executor,
  hits: readonly { record: string; face: string }[],
  { patterns, codes }: { readonly patterns: readonly string[]; readonly codes: readonly string[] },
): Promise<Passage[]> {
  if (hits.length === 0 || patterns.length === 0) return [];
  const first = (quantifier: 'all' | 'any', by: readonly string[]) => sql`
    (select p.page, p.text, ${[...by]}::text[] as patterns from (
       select at, page, text, sum(length(text)) over (order by at) - length(text) as before
       from blob_pieces where sha256 = v.sha256
     ) p
     where p.before < ${sql.lit(MAX_INDEXED_CHARACTERS)} and p.text ~ ${sql.raw(quantifier)} (${[...by]}::text[])
     order by p.at limit 1)`;
  const tries = [
    ...(codes.length > 0 ? [first('all', codes)] : []),
    first('all', patterns),
    first('any', patterns),
  ];
  const { rows } = await sql<Passage>`
    select f.record_id as record, found.page,
      substr(found.text, greatest(1, (
        select min(nullif(regexp_instr(found.text, pattern), 0)) from unnest(found.patterns) pattern
      ) - ${sql.lit(PASSAGE.before)}), ${sql.lit(PASSAGE.whole)}) as text
    from unnest(
      ${`{${hits.map(({ record }) => record).join(',')}}`}::uuid[], ${`{${hits.map(({ face }) => face).join(',')}}`}::text[]
    ) as hit (record, face)
    join record_faces f on f.record_id = hit.record and f.face = hit.face
    join versions v on v.id = f.version_id
    cross join lateral (select * from (${sql.join(tries, sql` union all `)}) either limit 1) found
  `.execute(executor);
  return rows;
}
