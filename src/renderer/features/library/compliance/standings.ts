import type { GroupCompliance } from '#shared/compliance/compliance.schemas.ts';
import { isDay, JUDGED_DAYS } from '#shared/platform/days.ts';

/** The standings of a library's folders, by id. Folders that are not listed have no rules. */
export type Standings = ReadonlyMap<string, FolderStanding>;
export type FolderStanding = Pick<GroupCompliance, 'colour' | 'dueSoon'>;

const GREY: FolderStanding = { colour: 'none', dueSoon: false };

export const standingsOf = (found: GroupCompliance | undefined): Standings | undefined =>
  found && new Map(found.folders.map((each) => [each._id, each]));

/** Undefined while it is loading: no mark is better than a wrong one. */
export const standingOf = (standings: Standings | undefined, id: string): FolderStanding | undefined =>
  standings && (standings.get(id) ?? GREY);

/** The day in the URL; today where it has none, or an invalid one. */
export function asOfIn(params: URLSearchParams): string | undefined {
  const day = params.get('asOf') ?? '';
  return isDay(day, JUDGED_DAYS) ? day : undefined;
}
