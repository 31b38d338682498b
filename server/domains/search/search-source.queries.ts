import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/change.ts';
import { type Collection, collectionOf, dayAbove } from '../../platform/lists/collection.ts';
import type { Condition } from './search-conditions.queries.ts';

/**
 * The rows to look through for some words. Each form leaves the planner one choice, because its estimates of prefixes
 * are guesses.
 */
export interface Source {
  readonly from: Condition;
  readonly where: Condition;
  /** Only the newest rows are looked through. Where too few of them are hits, older ones may be. */
  readonly partial: boolean;
}

/** What the source must find. */
export interface Sought {
  readonly organization: string;
  readonly match: RawBuilder<string> | null;
  /** Maximum number of hits to read. */
  readonly need: number;
  /** Whether the newest hits are wanted: then a span of days is enough. */
  readonly newestFirst: boolean;
}

/**
 * Used where nothing is known of the collection. A word's documents are taken from the text index and sorted, up to
 * this number. Beyond it the order's own index is walked and each row is asked for the word, which then finds a page
 * quickly.
 */
const COMMON_FROM = 8_000;
/** A span of days is chosen to hold this many times the rows needed, because the viewer may not see all that match. */
const SLACK = 2.5;
const WIDER = 4;

/** Microseconds per row, measured with a million documents. Only the ratios matter. */
const COST = {
  /** Found by an index and read. */
  read: 2.2,
  /** Skipped on a walk, after it was asked for the words. */
  passed: 3.5,
  /** Found in the text index, and not read. */
  named: 0.25,
  /** Found in the index of days, and not read. */
  dated: 0.3,
} as const;

const COLUMNS = sql.join(
  (
    'record_id face organization group_id folder_id scope authors created_by ready deleted state labels ' +
    'document_type date title_sort name_sort updated_at search search_head'
  )
    .split(' ')
    .map((column) => sql.ref(column)),
);

const everything: Source = { from: sql`record_faces f`, where: sql`true`, partial: false };

const walk = (match: RawBuilder<string>): Source => ({
  from: sql`record_faces f`,
  where: sql`coalesce(f.search @@ ${match}, false)`,
  partial: false,
});

const matching = (match: RawBuilder<string>, newest?: Condition): Source => ({
  from: sql`(select ${COLUMNS} from record_faces where search @@ ${match} and ${newest ?? sql`true`} offset 0) f`,
  where: sql`true`,
  partial: newest !== undefined,
});

/** Where to look for words, the cheapest first. The caller takes the next one when a partial source gave too few. */
export async function* sourcesOf(
  executor: Executor,
  sought: Sought,
  collection?: Collection | null,
): AsyncGenerator<Source, void, undefined> {
  const { match, organization } = sought;
  if (match === null) {
    yield everything;
    return;
  }
  const known = collection === undefined ? await collectionOf(executor) : collection;
  if (!known) {
    yield (await isCommon(executor, match)) ? walk(match) : matching(match);
    return;
  }
  const share = await shareOf(executor, match, organization);
  const hits = share * known.rows;
  const [byText, byWalk] = [COST.read * hits, (COST.passed * sought.need) / share];
  const whole = Math.min(byText, byWalk);
  for (let wanted = SLACK * sought.need; sought.newestFirst && wanted < hits; wanted *= WIDER) {
    const part = wanted / hits;
    const day = dayAbove(known, part);
    const cost = COST.named * hits + COST.dated * part * known.rows + COST.read * wanted;
    if (!day || cost > whole) break;
    yield matching(match, sql`organization = ${organization}::uuid and not deleted and date >= ${day}::date`);
  }
  yield byText <= byWalk ? matching(match) : walk(match);
}

async function isCommon(executor: Executor, match: RawBuilder<string>): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from record_faces where search @@ ${match} limit ${sql.lit(COMMON_FROM)}) m`.execute(executor);
  return Number(rows[0]?.count ?? 0) >= COMMON_FROM;
}

/** How many of the newest documents are read to estimate how frequent words are. */
const SAMPLE = 2_000;

/** The share of the newest documents that have the words. Counting all would cost more than it saves. */
async function shareOf(executor: Executor, match: RawBuilder<string>, organization: string): Promise<number> {
  const { rows } = await sql<{ share: number | null }>`
    select avg((search @@ ${match})::int)::float8 as share from (
      select search from record_faces where organization = ${organization}::uuid and not deleted
      order by date desc, record_id desc limit ${sql.lit(SAMPLE)}) newest`.execute(executor);
  // None of them has the words: they are rare, at most about one in this many.
  return rows[0]?.share || 1 / SAMPLE;
}
