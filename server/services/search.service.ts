import { z } from 'zod';
import { COUNT_EXACT_MAX, PAGE } from '#shared/domain/limits.ts';
import { sortKey } from '#shared/domain/sort-key.ts';
import type { RecordRef } from '#shared/schemas/record.ts';
import type { Facets, SearchItem, SearchQuery, SearchResult } from '#shared/schemas/search.ts';
import { type Actor, isMember } from '../actor.ts';
import type { Executor } from '../db/change.ts';
import type { Deps } from '../deps.ts';
import { invalid, notFound } from '../errors.ts';
import { findPassages } from '../repositories/blob-texts.ts';
import { findByHash } from '../repositories/copies.ts';
import { hasGroup } from '../repositories/groups.ts';
import { type Lookups, lookup, type Wanted } from '../repositories/lookups.ts';
import {
  type After,
  type FacetRow,
  findByTitle,
  findHits,
  type HitRow,
  type Sort,
  searchFaces,
} from '../repositories/search.ts';
import { searchConditions, searchMatch } from '../repositories/search-conditions.ts';
import { asSpelt, corrections } from '../text/corrections.ts';
import { Highlighter, queryWords } from '../text/highlight.ts';
import { parseSearch } from '../text/query.ts';
import { stemsOf } from '../text/stems.ts';
import { createVocabularies } from './vocabularies.ts';

export interface SearchService {
  /** A page of what the caller sees, with facets and total on the first. @throws invalid on a foreign cursor */
  search(actor: Actor, query: SearchQuery): Promise<SearchResult>;
  /** Documents that hold these bytes in a version that the caller sees: those alone, for a hash is no key. */
  byHash(actor: Actor, sha256: string): Promise<RecordRef[]>;
  /** Whether a title is taken in a library; speaks only of what the caller sees. @throws not_found */
  byTitle(
    actor: Actor,
    group: string,
    title: string,
  ): Promise<{ taken: boolean; record?: { _id: string; title: string } }>;
}

const position = z.object({
  s: z.string(),
  v: z.string().max(600),
  r: z.uuid(),
  /** What was searched for instead of what was typed. */
  t: z.string().max(600).optional(),
});
const KEY_SHAPES: Readonly<Record<string, RegExp>> = {
  relevance: /^\d{1,9} \d{4}-\d\d-\d\d$/,
  date: /^\d{4}-\d\d-\d\d$/,
  updatedAt: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?$/,
};

type Position = z.output<typeof position>;

const encode = (at: Position): string => Buffer.from(JSON.stringify(at)).toString('base64url');

/** @throws invalid for a cursor that is not ours */
function decode(cursor: string | undefined): Position | null {
  if (cursor === undefined) {
    return null;
  }
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw foreignCursor();
  }
}

const foreignCursor = () => invalid('cursor', 'El cursor no es válido.');

/** A cursor belongs to the order that it was given with. */
function afterOf(at: Position | null, sort: Sort): After | null {
  if (at === null) {
    return null;
  }
  const fits = KEY_SHAPES[sort.replace('-', '')]?.test(at.v) ?? !at.v.includes('\u0000');
  if (at.s !== sort || !fits) {
    throw foreignCursor();
  }
  return [at.v, at.r];
}

export function createSearchService({ db }: Deps): SearchService {
  const vocabularies = createVocabularies(db);

  /** @param corrected the text is not what was typed: later pages must ask for it again */
  async function pageOf(
    actor: Actor,
    query: SearchQuery,
    at: Position | null,
    corrected = at?.t !== undefined,
  ): Promise<SearchResult> {
    const match = searchMatch(query);
    const hasText = parseSearch(query.text ?? '').length > 0;
    const asked = query.sort ?? (hasText ? 'relevance' : '-date');
    const sort = asked === 'relevance' && !hasText ? '-date' : asked;
    const after = afterOf(at, sort);
    const limit = query.limit ?? PAGE.default;
    const counts = after === null && query.facets !== 'no';
    const conditions = await searchConditions(db, actor, query);
    const hits = await searchFaces(db, {
      organization: actor.organization,
      conditions,
      match,
      sort,
      after,
      limit,
      counts,
    });
    const page = hits.items.slice(0, limit);
    const last = hits.items.length > limit ? page.at(-1) : undefined;
    const rows = await findHits(db, page);
    const names = await lookup(db, wanted(rows, hits.facets ?? []));
    const items = present(rows, names, await highlights(db, rows, query.text));
    const counted =
      hits.total === null || hits.facets === null
        ? {}
        : {
            total: { count: Math.min(hits.total, COUNT_EXACT_MAX), more: hits.total > COUNT_EXACT_MAX },
            facets: presentFacets(hits.facets, names),
          };
    const text = corrected ? { t: query.text } : {};
    const nextCursor = last ? encode({ s: sort, v: last.key, r: last.record, ...text }) : null;
    return { items, nextCursor, ...counted };
  }

  /** The first guess at what was meant that finds something this person sees; null where there is none. */
  async function corrected(actor: Actor, query: SearchQuery): Promise<SearchResult | null> {
    const guesses = corrections(query.text ?? '', await vocabularies.of(actor.organization));
    for (const guess of guesses) {
      const result = await pageOf(actor, { ...query, text: guess.text }, null, true);
      if (result.items.length > 0) {
        return {
          ...result,
          corrected: asSpelt(
            guess,
            result.items.map((item) => item.title),
          ),
        };
      }
    }
    return null;
  }

  return {
    async search(actor, query) {
      const at = decode(query.cursor);
      const result = await pageOf(actor, at?.t === undefined ? query : { ...query, text: at.t }, at);
      if (at !== null || result.items.length > 0) {
        return result;
      }
      return (await corrected(actor, query)) ?? result;
    },

    byHash: (actor, sha256) => findByHash(db, actor, sha256),

    async byTitle(actor, group, title) {
      const known =
        isMember(actor, group) || (actor.isAdmin && (await hasGroup(db, actor.organization, group)));
      if (!known) {
        throw notFound();
      }
      const [found] = await findByTitle(db, group, sortKey(title), await searchConditions(db, actor, {}));
      return found ? { taken: true, record: { _id: found.record_id, title: found.title } } : { taken: false };
    },
  };
}

/** Documents that another list has found, as search shows them, in its order. */
export async function describeHits(
  executor: Executor,
  hits: readonly { record: string; face: string }[],
): Promise<SearchItem[]> {
  const rows = await findHits(executor, hits);
  const names = await lookup(executor, wanted(rows, []));
  return present(
    rows,
    names,
    rows.map(() => ({})),
  );
}

/** Whom and what a page and its facets name. */
function wanted(rows: readonly HitRow[], facets: readonly FacetRow[]): Wanted {
  const counted = (kind: FacetRow['kind']) =>
    facets.filter((facet) => facet.kind === kind).map(({ value }) => value);
  return {
    people: [...rows.flatMap((row) => row.authors), ...counted('author')],
    groups: [...rows.map((row) => row.group_id), ...counted('group')],
    folders: rows.map((row) => row.folder_id),
    labels: [...rows.flatMap((row) => row.labels), ...counted('label')],
    types: [...rows.map((row) => row.document_type), ...counted('documentType')],
  };
}

type Highlights = Pick<SearchItem, 'titleSegments' | 'snippet' | 'snippetPage'>;

function present(rows: readonly HitRow[], names: Lookups, segments: readonly Highlights[]): SearchItem[] {
  return rows.map((row, at) => ({
    _id: row.record_id,
    face: row.face,
    title: row.title,
    name: row.name,
    group: names.groups.get(row.group_id) ?? { _id: row.group_id, name: '' },
    folder: row.folder_id ? (names.folders.get(row.folder_id) ?? null) : null,
    state: row.state,
    labels: row.labels.flatMap((id) => names.labels.get(id) ?? []),
    file: { name: row.name, type: row.file_type, size: row.size },
    date: row.date,
    size: row.size,
    authors: row.authors.map((id) => ({ user: person(names, id) })),
    documentType: row.document_type ? (names.types.get(row.document_type) ?? null) : null,
    scope: row.scope,
    code: row.code,
    expiresOn: row.expires_on,
    updatedAt: row.updated_at.toISOString(),
    rev: row.rev,
    version: row.version_id && row.number !== null ? { _id: row.version_id, number: row.number } : null,
    ...segments[at],
  }));
}

const person = (names: Lookups, id: string) =>
  names.people.get(id) ?? { _id: id, firstname: '', lastname: '' };

/**
 * Marks what was asked for in each title, and shows where the notes speak of it; where neither has it all, where the
 * content does, which is read for these rows alone.
 */
async function highlights(
  db: Executor,
  rows: readonly HitRow[],
  text: string | undefined,
): Promise<Highlights[]> {
  const terms = parseSearch(text ?? '');
  if (terms.length === 0) {
    return rows.map(() => ({}));
  }
  const marker = new Highlighter(terms, await stemsOf(db, queryWords(terms)));
  const stems = await stemsOf(
    db,
    rows.flatMap((row) => [...marker.candidates(row.title), ...marker.candidates(row.notes)]),
  );
  const marked = rows.map((row) => {
    const snippet = marker.snippet(row.notes, stems);
    return { titleSegments: marker.mark(row.title, stems), ...(snippet ? { snippet } : {}) };
  });
  const open = rows.filter((row, at) => !marked[at]?.snippet && !marker.covers(row.title, stems));
  const found = await passages(db, marker, open);
  return rows.map((row, at) => ({ ...found.get(row.record_id), ...marked[at] }));
}

async function passages(
  db: Executor,
  marker: Highlighter,
  rows: readonly HitRow[],
): Promise<Map<string, Highlights>> {
  const hits = rows.map(({ record_id: record, face }) => ({ record, face }));
  const found = await findPassages(db, hits, marker.patterns);
  const stems = await stemsOf(
    db,
    found.flatMap(({ text }) => marker.candidates(text)),
  );
  return new Map(
    found.flatMap(({ record, page, text }) => {
      const snippet = marker.snippet(text, stems);
      return snippet ? [[record, { snippet, ...(page === null ? {} : { snippetPage: page }) }]] : [];
    }),
  );
}

function presentFacets(rows: readonly FacetRow[], names: Lookups): Facets {
  const of = (kind: FacetRow['kind']) =>
    rows.filter((row) => row.kind === kind).sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  const named = <T extends object>(kind: FacetRow['kind'], from: ReadonlyMap<string, T>) =>
    of(kind).flatMap(({ value, count }) => {
      const found = from.get(value);
      return found ? [{ ...found, count }] : [];
    });
  return {
    group: named('group', names.groups),
    documentType: named('documentType', names.types),
    scope: of('scope').map(({ value, count }) => ({
      value: value as Facets['scope'][number]['value'],
      count,
    })),
    state: of('state').map(({ value, count }) => ({ value: Number(value), count })),
    label: named('label', names.labels),
    author: of('author').map(({ value, count }) => ({ user: person(names, value), count })),
    year: of('year')
      .map(({ value, count }) => ({ value: Number(value), count }))
      .sort((a, b) => b.value - a.value),
  };
}
