import { COLOURS, type Colour } from '#shared/compliance/roll-up.ts';
import type { PartiesQuery } from '#shared/contractors/contractors.schemas.ts';
import { PARTY_KINDS, type PartyKind } from '#shared/contractors/party.ts';
import { id } from '#shared/platform/primitives.ts';

/* What the list of contractors, workers and sites shows, which is kept in the URL. */

export const FILTERS = ['q', 'group', 'standing', 'ended'] as const;
export type Filter = (typeof FILTERS)[number];
export type Filters = Readonly<Partial<Record<Filter, string>>>;

export const kindIn = (params: URLSearchParams): PartyKind =>
  PARTY_KINDS.find((kind) => kind === params.get('kind')) ?? 'contractor';

const TAKEN: Readonly<Record<Filter, (value: string) => boolean>> = {
  q: (value) => value.length <= 80,
  group: (value) => id.safeParse(value).success,
  standing: (value) => COLOURS.includes(value as Colour),
  ended: (value) => value === 'yes',
};

/** Parses the URL. Invalid values are ignored, so that the server does not refuse them. */
export function filtersOf(params: URLSearchParams): Filters {
  return Object.fromEntries(
    FILTERS.flatMap((filter) => {
      const value = params.get(filter)?.trim();
      return value && TAKEN[filter](value) ? [[filter, value]] : [];
    }),
  );
}

/** Whether the list may hide somebody: who has ended is shown beside the others, and hides nobody. */
export const isNarrowed = ({ q, group, standing }: Filters): boolean => Boolean(q || group || standing);

/** The server's query for the URL. */
export const queryOf = (params: URLSearchParams): Pick<PartiesQuery, 'kind' | Filter> =>
  ({ kind: kindIn(params), ...filtersOf(params) }) as Pick<PartiesQuery, 'kind' | Filter>;

/** The URL of another kind. The words that were searched were those of the first one. */
export function withKind(params: URLSearchParams, kind: PartyKind): URLSearchParams {
  const next = new URLSearchParams(params);
  if (kind === 'contractor') next.delete('kind');
  else next.set('kind', kind);
  next.delete('q');
  return next;
}

/** The URL without what narrows the list. */
export function withoutFilters(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const filter of ['q', 'group', 'standing'] as const) next.delete(filter);
  return next;
}
