import type { GroupCompliance } from '#shared/compliance/compliance.schemas.ts';
import { isDay, JUDGED_DAYS } from '#shared/platform/days.ts';

/** How folders of a library stand, by id; those that are not named have no rules. */
export type Standings = ReadonlyMap<string, FolderStanding>;
export type FolderStanding = Pick<GroupCompliance, 'colour' | 'dueSoon'>;

const GREY: FolderStanding = { colour: 'none', dueSoon: false };

export const standingsOf = (found: GroupCompliance | undefined): Standings | undefined =>
  found && new Map(found.folders.map((each) => [each._id, each]));

/** Undefined while it is not known: then no mark is shown, rather than a wrong one. */
export const standingOf = (standings: Standings | undefined, id: string): FolderStanding | undefined =>
  standings && (standings.get(id) ?? GREY);

/** The day that is looked at, as the address says it; today where it says nothing that is a day. */
export function asOfIn(params: URLSearchParams): string | undefined {
  const day = params.get('asOf') ?? '';
  return isDay(day, JUDGED_DAYS) ? day : undefined;
}
