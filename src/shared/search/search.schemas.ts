import { z } from 'zod';
import { queryStates, scope } from '../access/access.schemas.ts';
import { record } from '../documents/records.schemas.ts';
import { PAGE, SEARCH_NAME_MAX, SEARCH_QUERY_MAX } from '../platform/limits.ts';
import {
  cursor,
  givenDay,
  id,
  line,
  moment,
  named,
  person,
  queryIds,
  queryNumber,
} from '../platform/primitives.ts';

export const SORTS = [
  'relevance',
  '-date',
  'date',
  'title',
  '-title',
  '-updatedAt',
  'updatedAt',
  'name',
  '-name',
] as const;

export const searchQuery = z.object({
  /** Only these documents, where the caller sees them. */
  record: queryIds.optional(),
  text: line(0, 200).optional(),
  group: queryIds.optional(),
  folder: z.union([id, z.literal('root')]).optional(),
  documentType: queryIds.optional(),
  scope: scope.optional(),
  state: queryStates.optional(),
  label: queryIds.optional(),
  author: queryIds.optional(),
  from: givenDay.optional(),
  to: givenDay.optional(),
  name: line(0, 200).optional(),
  sort: z.enum(SORTS).optional(),
  cursor: cursor.optional(),
  limit: queryNumber(z.number().int().min(1).max(PAGE.max)).optional(),
  /** `no` leaves out facets and total: the next page of a list needs neither. */
  facets: z.enum(['yes', 'no']).optional(),
});
export type SearchQuery = z.infer<typeof searchQuery>;

/** Parts of a text; those with `hit` match the search. */
export const segment = z.object({ text: z.string(), hit: z.boolean() });

export const searchItem = record
  .pick({
    _id: true,
    face: true,
    title: true,
    name: true,
    group: true,
    folder: true,
    state: true,
    labels: true,
    file: true,
    date: true,
    size: true,
    authors: true,
    documentType: true,
    scope: true,
    code: true,
    expiresOn: true,
    updatedAt: true,
    rev: true,
  })
  .extend({
    version: z.object({ _id: id, number: z.number().int() }).nullable(),
    titleSegments: z.array(segment).optional(),
    /** A passage of the notes, or of the file's text. */
    snippet: z.array(segment).optional(),
    /** The page (or slide) of the file that the passage is from. */
    snippetPage: z.number().int().optional(),
  });
export type SearchItem = z.infer<typeof searchItem>;

const counted = named.extend({ count: z.number().int() });
export const facets = z.object({
  group: z.array(counted),
  documentType: z.array(counted),
  scope: z.array(z.object({ value: scope, count: z.number().int() })),
  state: z.array(z.object({ value: z.number().int(), count: z.number().int() })),
  label: z.array(counted.extend({ icon: z.string() })),
  author: z.array(z.object({ user: person, count: z.number().int() })),
  year: z.array(z.object({ value: z.number().int(), count: z.number().int() })),
});
export type Facets = z.infer<typeof facets>;

export const searchResult = z.object({
  items: z.array(searchItem),
  nextCursor: z.string().nullable(),
  /** Exact to 1000, then "1000+". */
  total: z.object({ count: z.number().int(), more: z.boolean() }).optional(),
  facets: facets.optional(),
  /** The correction that was searched for, where the text itself found nothing. */
  corrected: z.string().optional(),
});
export type SearchResult = z.infer<typeof searchResult>;

/** A saved search: the query string of its address. Its parts are checked when it is used, as with any address. */
const keptQuery = line(1, SEARCH_QUERY_MAX).regex(/^[A-Za-z]+=[^&#\s]*(&[A-Za-z]+=[^&#\s]*)*$/);
export const savedSearchCreate = z.object({ name: line(1, SEARCH_NAME_MAX), query: keptQuery });
export const savedSearchUpdate = savedSearchCreate.partial();
export const savedSearch = z.object({ _id: id, name: z.string(), query: z.string(), createdAt: moment });
export type SavedSearch = z.infer<typeof savedSearch>;
