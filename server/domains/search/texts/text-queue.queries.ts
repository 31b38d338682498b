import { type Kysely, sql, type Transaction } from 'kysely';
import type { NoTextReason } from '#shared/documents/file-texts.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { isHeld } from './text-holds.queries.ts';

/** A name and media type under which a content was confirmed. */
export interface ContentName {
  readonly name: string;
  readonly type: string;
}

/** A content whose text must be extracted. */
export interface DueText {
  readonly sha256: string;
  readonly size: number;
  /** How often an extraction was begun. */
  readonly tries: number;
  /** Why it has no text so far; null for a content that was never looked at. */
  readonly reason: NoTextReason | null;
  /** Who uploaded it first, and in whose turn it is read. */
  readonly by: string;
}

export interface DueContent extends DueText {
  /** Which of its person's waiting contents it is, from 1 on. */
  readonly place: number;
  /** Empty where it was never confirmed. */
  readonly names: readonly ContentName[];
}

/**
 * Contents that wait for extraction; or, with the number of a recognizer, those without text that no recognizer of this
 * number has looked at.
 */
export type TextQueue = 'words' | { readonly recognizer: number };

const waiting = (queue: TextQueue) =>
  queue === 'words'
    ? sql`text_status = 'waiting'`
    : // Written out, so that the index over these rows is seen to fit.
      sql`text_status = 'none' and text_reason in ('kind', 'empty') and text_extractor < ${sql.lit(queue.recognizer)}`;

const NAMES_MAX = 20;

/**
 * Contents that are due, of each person the longest waiting first: the first of everybody, then the second of everybody,
 * and so on. None of those who are held back. Takes none of them: see `lockDue` and `claimDueText`.
 */
export async function findDue(
  executor: Executor,
  queue: TextQueue,
  now: Date,
  limit: number,
): Promise<DueContent[]> {
  // One step of the index for each person, because somebody may have a hundred thousand contents waiting.
  const { rows } = await sql<DueText & { place: number }>`
    with recursive people (id) as (
      (select text_by from blobs where ${waiting(queue)} order by text_by limit 1)
      union all
      select (select text_by from blobs where ${waiting(queue)} and text_by > people.id order by text_by limit 1)
      from people where people.id is not null
    )
    select due.* from people cross join lateral (
      select sha256, size, text_tries as tries, text_reason as reason, text_by as by,
        (row_number() over (order by text_due_at, sha256))::int as place
      from blobs where ${waiting(queue)} and text_by = people.id and text_due_at <= ${now}
      order by text_due_at, sha256 limit ${limit}
    ) due
    where people.id is not null and not ${isHeld(sql`people.id`, now)}
    order by due.place limit ${limit}`.execute(executor);
  return withNames(executor, rows);
}

/**
 * Those of these that still wait and that nobody else has taken, locked to the end of the transaction. Their names are
 * read behind the lock: a confirmation at the same time has written its name, or waits.
 */
export async function lockDue(
  trx: Transaction<Schema>,
  queue: TextQueue,
  hashes: readonly string[],
  now: Date,
): Promise<DueContent[]> {
  const { rows } = await sql<DueText & { place: number }>`
    select sha256, size, text_tries as tries, text_reason as reason, text_by as by, 1 as place from blobs
    where sha256 = any(${[...hashes]}::text[]) and ${waiting(queue)} and text_due_at <= ${now}
    order by sha256 for update skip locked`.execute(trx);
  return withNames(trx, rows);
}

/**
 * Takes the first of these contents that nobody has, and whose person is not held back, until `leaseUntil`, and counts the try. If the process dies, another takes it later, and
 * no other content loses a try.
 * @returns null where there is none
 */
export async function claimDueText(
  db: Kysely<Schema>,
  queue: TextQueue,
  hashes: readonly string[],
  now: Date,
  leaseUntil: Date,
): Promise<DueText | null> {
  if (hashes.length === 0) return null;
  const { rows } = await sql<DueText>`
    update blobs set text_tries = text_tries + 1, text_due_at = ${leaseUntil}
    where sha256 = (
      select sha256 from blobs
      where sha256 = any(${[...hashes]}::text[]) and ${waiting(queue)} and text_due_at <= ${now}
        and not ${isHeld(sql`text_by`, now)}
      order by array_position(${[...hashes]}::text[], sha256) limit 1 for update skip locked
    )
    returning sha256, size, text_tries as tries, text_reason as reason, text_by as by`.execute(db);
  return rows[0] ?? null;
}

async function withNames(
  executor: Executor,
  due: readonly (DueText & { readonly place: number })[],
): Promise<DueContent[]> {
  if (due.length === 0) return [];
  const { rows } = await sql<ContentName & { sha256: string }>`
    select asked.sha256, named.name, named.type from unnest(${due.map((each) => each.sha256)}::text[]) as asked (sha256)
    cross join lateral (
      select distinct name, type from versions v where v.sha256 = asked.sha256 and v.status = 'ready'
      limit ${sql.lit(NAMES_MAX)}
    ) named`.execute(executor);
  const names = Map.groupBy(rows, ({ sha256 }) => sha256);
  return due.map((each) => ({ ...each, names: names.get(each.sha256) ?? [] }));
}

export async function postponeTexts(
  executor: Executor,
  hashes: readonly string[],
  until: Date,
): Promise<void> {
  if (hashes.length === 0) return;
  await executor
    .updateTable('blobs')
    .set({ text_due_at: until })
    .where('sha256', 'in', [...hashes])
    .execute();
}

/** A content without text, and the reason. */
export interface Textless {
  readonly sha256: string;
  readonly reason: NoTextReason;
}

export async function markTextless(
  executor: Executor,
  textless: readonly Textless[],
  extractor: number,
): Promise<void> {
  if (textless.length === 0) return;
  await sql`
    update blobs b set text_status = 'none', text_reason = told.reason, text_extractor = ${extractor},
      text_tries = 0, text_due_at = now()
    from unnest(
      ${textless.map(({ sha256 }) => sha256)}::text[], ${textless.map(({ reason }) => reason)}::text[]
    ) as told (sha256, reason)
    where b.sha256 = told.sha256`.execute(executor);
}

/** A record with this content, whose screens are told. */
export interface Holder {
  readonly record: string;
  readonly organization: string;
  readonly group: string;
}

/** Records that got these contents since then; at most twenty for each content. */
export async function findHolders(
  executor: Executor,
  hashes: readonly string[],
  since: Date,
): Promise<Holder[]> {
  if (hashes.length === 0) return [];
  const { rows } = await sql<Holder>`
    select distinct holder.record, holder.organization, holder."group"
    from unnest(${[...hashes]}::text[]) as asked (sha256)
    cross join lateral (
      select id as record, organization, group_id as "group" from records
      where id in (select record_id from versions v where v.sha256 = asked.sha256 and v.ready_at >= ${since})
      limit 20
    ) holder`.execute(executor);
  return rows;
}

/** Ends all leases, because their worker died. Call it only where there is no other worker. */
export async function releaseTexts(executor: Executor, now: Date): Promise<void> {
  await executor
    .updateTable('blobs')
    .set({ text_due_at: now })
    .where('text_status', '=', 'waiting')
    .where('text_tries', '>', 0)
    .execute();
}
