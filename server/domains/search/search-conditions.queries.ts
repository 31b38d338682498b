import { type RawBuilder, sql } from 'kysely';
import { STATE } from '#shared/access/states.ts';
import type { Viewer } from '#shared/access/visibility.ts';
import type { SearchQuery } from '#shared/search/search.schemas.ts';
import type { Executor } from '../../platform/db/change.ts';
import { normalizedWords, STOP_WORDS } from '../../platform/text/normalize.ts';
import { toTsQuery } from '../../platform/text/query.ts';
import { listedCondition, visibleFaceCondition } from '../access/visibility.policy.ts';

export type Condition = RawBuilder<unknown>;

/** The part of a query that decides which documents are found: all but paging and order. */
export type SearchFilters = Omit<SearchQuery, 'sort' | 'cursor' | 'limit' | 'facets'>;

const uuids = (ids: readonly string[]): Condition => sql`${`{${ids.join(',')}}`}::uuid[]`;

/** For each id that was asked for: itself and the ids below it in its tree. */
type Branches = ReadonlyMap<string, readonly string[]>;

/**
 * Looks ids up first and then names each in the query: the planner knows how many documents carry a given label, and
 * can only guess for a sub-query.
 */
async function branchesOf(
  executor: Executor,
  tree: 'labels' | 'folders',
  organization: string,
  roots: readonly string[],
): Promise<Branches> {
  const branches = new Map<string, string[]>(roots.map((root) => [root, []]));
  if (roots.length === 0) {
    return branches;
  }
  const { rows } = await sql<{ root: string; id: string }>`
    with recursive branch as (
      select id as root, id from ${sql.table(tree)}
      where id = any(${uuids(roots)}) and organization = ${organization}::uuid
      union select b.root, t.id from ${sql.table(tree)} t join branch b on t.parent = b.id
    ) select root, id from branch`.execute(executor);
  for (const { root, id } of rows) {
    branches.get(root)?.push(id);
  }
  return branches;
}

/**
 * The conditions over `record_faces f` of a search, apart from its words: the visibility rule first, then the filters.
 * A folder means its direct children, or everything below it where there is text. Several labels must all be present,
 * each by itself or by a label below it. Of every other filter one of the values must match.
 */
export async function searchConditions(
  executor: Executor,
  viewer: Viewer,
  filters: SearchFilters,
): Promise<Condition[]> {
  const hasText = searchMatch(filters) !== null;
  const conditions: Condition[] = [visibleFaceCondition(viewer)];
  if (!filters.state?.includes(STATE.obsolete)) {
    conditions.push(listedCondition());
  }
  const anyOf = (column: string, ids: readonly string[] | undefined) => {
    if (ids !== undefined) {
      // A single value becomes an equality: only then can an index give the rows in order.
      const [only] = ids;
      conditions.push(
        ids.length === 1
          ? sql`${sql.ref(`f.${column}`)} = ${only}::uuid`
          : sql`${sql.ref(`f.${column}`)} = any(${uuids(ids)})`,
      );
    }
  };
  anyOf('record_id', filters.record);
  anyOf('group_id', filters.group);
  anyOf('document_type', filters.documentType);
  if (filters.folder === 'root') {
    conditions.push(hasText ? sql`true` : sql`f.folder_id is null`);
  } else if (filters.folder !== undefined && hasText) {
    const below = await branchesOf(executor, 'folders', viewer.organization, [filters.folder]);
    conditions.push(sql`f.folder_id = any(${uuids(below.get(filters.folder) ?? [])})`);
  } else if (filters.folder !== undefined) {
    conditions.push(sql`f.folder_id = ${filters.folder}::uuid`);
  }
  if (filters.scope !== undefined) {
    conditions.push(sql`f.scope = ${filters.scope}`);
  }
  if (filters.state !== undefined) {
    conditions.push(sql`f.state = any(${`{${filters.state.join(',')}}`}::int[])`);
  }
  const labels = await branchesOf(executor, 'labels', viewer.organization, filters.label ?? []);
  for (const branch of labels.values()) {
    conditions.push(sql`f.labels && ${uuids(branch)}`);
  }
  if (filters.author !== undefined) {
    conditions.push(sql`f.authors && ${uuids(filters.author)}`);
  }
  if (filters.from !== undefined) {
    conditions.push(sql`f.date >= ${filters.from}::date`);
  }
  if (filters.to !== undefined) {
    conditions.push(sql`f.date <= ${filters.to}::date`);
  }
  return conditions;
}

/**
 * The text-search query: the text, and the words of title and file name that the name filter asks for (each as a
 * prefix). Null where neither has any words.
 * @param purpose whether it finds documents, or ranks those that were found
 */
export function searchMatch(
  { text, name }: Pick<SearchFilters, 'text' | 'name'>,
  purpose: 'find' | 'rank' = 'find',
): RawBuilder<string> | null {
  const byText = toTsQuery(text ?? '', purpose);
  const said = normalizedWords(name ?? '');
  // The words of titles are indexed without stop words. They are used only where the text has nothing else, as
  // prefixes of other words.
  const telling = said.filter((word) => !STOP_WORDS.has(word));
  const words = (telling.length > 0 ? telling : said).map(
    (word) => `'=${word.replaceAll('ó', 'o').slice(0, 60)}':*`,
  );
  if (words.length === 0) {
    return byText;
  }
  const byName = sql<string>`${words.slice(0, 16).join(' & ')}::tsquery`;
  return byText === null ? byName : sql<string>`(${byText} && ${byName})`;
}
