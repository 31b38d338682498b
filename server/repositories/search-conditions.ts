import { type RawBuilder, sql } from 'kysely';
import { STATE } from '#shared/domain/states.ts';
import type { Viewer } from '#shared/domain/visibility.ts';
import type { SearchQuery } from '#shared/schemas/search.ts';
import { listedCondition, visibleFaceCondition } from '../policies/visibility.ts';
import { normalizedWords, STOP_WORDS } from '../text/normalize.ts';
import { toTsQuery } from '../text/query.ts';

export type Condition = RawBuilder<unknown>;

/** What of a query decides which documents are found; paging and order are not among it. */
export type SearchFilters = Omit<SearchQuery, 'sort' | 'cursor' | 'limit' | 'facets'>;

const uuids = (ids: readonly string[]): Condition => sql`${`{${ids.join(',')}}`}::uuid[]`;

/** A label and everything below it in the tree. */
const labelBranch = (organization: string, label: string): Condition => sql`array(
  with recursive branch as (
    select id from labels where id = ${label}::uuid and organization = ${organization}::uuid
    union all select l.id from labels l join branch b on l.parent = b.id
  ) select id from branch)`;

const folderBranch = (organization: string, folder: string): Condition => sql`array(
  with recursive branch as (
    select id from folders where id = ${folder}::uuid and organization = ${organization}::uuid
    union all select c.id from folders c join branch b on c.parent = b.id
  ) select id from branch)`;

/**
 * The conditions over `record_faces f` that a search asks for, but for its words: the visibility rule first, then the
 * filters. A folder means its direct children, or everything below it where there is text; several labels must all
 * be there, each by itself or by a label below it; of everything else any of those named.
 */
export function searchConditions(viewer: Viewer, filters: SearchFilters): Condition[] {
  const hasText = searchMatch(filters) !== null;
  const conditions: Condition[] = [visibleFaceCondition(viewer)];
  if (!filters.state?.includes(STATE.obsolete)) {
    conditions.push(listedCondition());
  }
  const anyOf = (column: string, ids: readonly string[] | undefined) => {
    if (ids !== undefined) {
      conditions.push(sql`${sql.ref(`f.${column}`)} = any(${uuids(ids)})`);
    }
  };
  anyOf('record_id', filters.record);
  anyOf('group_id', filters.group);
  anyOf('document_type', filters.documentType);
  if (filters.folder === 'root') {
    conditions.push(hasText ? sql`true` : sql`f.folder_id is null`);
  } else if (filters.folder !== undefined) {
    conditions.push(
      hasText
        ? sql`f.folder_id = any(${folderBranch(viewer.organization, filters.folder)})`
        : sql`f.folder_id = ${filters.folder}::uuid`,
    );
  }
  if (filters.scope !== undefined) {
    conditions.push(sql`f.scope = ${filters.scope}`);
  }
  if (filters.state !== undefined) {
    conditions.push(sql`f.state = any(${`{${filters.state.join(',')}}`}::int[])`);
  }
  for (const label of filters.label ?? []) {
    conditions.push(sql`f.labels && ${labelBranch(viewer.organization, label)}`);
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
 * What the search vector is matched against: the text, and the words of title and file name that the name filter
 * asks for (each as a beginning). Null where neither says anything.
 */
export function searchMatch({ text, name }: Pick<SearchFilters, 'text' | 'name'>): RawBuilder<string> | null {
  const byText = toTsQuery(text ?? '');
  const said = normalizedWords(name ?? '');
  // The vector has no stop words: they are asked for only where nothing else is, as the beginning of others.
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
