import type { Facets, SearchItem } from '#shared/search/search.schemas.ts';
import type { Lookups, Wanted } from '../access/names.queries.ts';
import type { FacetRow, HitRow } from './search.queries.ts';
import type { Highlights } from './search-highlights.ts';

/** The ids whose names a page and its facets need. */
export function wanted(rows: readonly HitRow[], facets: readonly FacetRow[]): Wanted {
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

/** A page of hits, with names. */
export function presentHits(
  rows: readonly HitRow[],
  names: Lookups,
  segments: readonly Highlights[],
): SearchItem[] {
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

/** The counted values that have a name, most frequent first; years newest first. */
export function presentFacets(rows: readonly FacetRow[], names: Lookups): Facets {
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
