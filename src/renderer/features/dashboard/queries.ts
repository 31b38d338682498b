import type { Session } from '#shared/identity/auth.schemas.ts';
import { useEndpoint } from '../../api/client.ts';

export const useFigures = () => useEndpoint('dashboard', {});
export const useLibraries = () => useEndpoint('groupsByMember', {});

/** The reminders that are due: the server does not return the others. */
export const useReminders = () =>
  useEndpoint(
    'notificationsPending',
    {},
    { select: (list) => list.filter((each) => each.type === 'RECORD.REMINDER' && !each.hidden) },
  );

/** The address of the search that lists what a figure counts. */
export function listOf(filter: Record<string, string>): string {
  return `/records/search?${new URLSearchParams(filter).toString()}`;
}

/** The catalogue key of the greeting for an hour of the day. */
export const greetingKey = (hour: number): string =>
  hour >= 5 && hour < 12
    ? 'greeting.morning'
    : hour >= 12 && hour < 20
      ? 'greeting.afternoon'
      : 'greeting.night';

/** The first of somebody's given names, for the greeting: "Camila", not "Camila Andrea". */
export const firstNameOf = (user: Session): string => user.firstname.trim().split(/\s+/)[0] ?? user.firstname;
