/** Whom or what documents are kept about: a contractor, somebody who works for one, or the site where they work. */
export const PARTY_KINDS = ['contractor', 'worker', 'site'] as const;
export type PartyKind = (typeof PARTY_KINDS)[number];

/** The kinds that are sent to a site, and of whom something is asked there. */
export const isAssigned = (kind: PartyKind): boolean => kind !== 'site';
