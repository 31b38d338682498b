import type { Session } from '#shared/identity/auth.schemas.ts';
import { useEndpoint } from '../../api/client.ts';

export const useFigures = () => useEndpoint('dashboard', {});
export const useLibraries = () => useEndpoint('groupsByMember', {});

/** The reminders that are due: the server holds back those whose time has not come. */
export const useReminders = () =>
  useEndpoint(
    'notificationsPending',
    {},
    { select: (list) => list.filter((each) => each.type === 'RECORD.REMINDER' && !each.hidden) },
  );

/** The search that lists what a figure counts: its address is the filter. */
export function listOf(filter: Record<string, string>): string {
  return `/records/search?${new URLSearchParams(filter).toString()}`;
}

/** The key of the greeting for an hour of the day. */
export const greetingKey = (hour: number): string =>
  hour >= 5 && hour < 12
    ? 'greeting.morning'
    : hour >= 12 && hour < 20
      ? 'greeting.afternoon'
      : 'greeting.night';

/** Somebody's first name, as one greets them: "Camila", not "Camila Andrea". */
export const firstNameOf = (user: Session): string => user.firstname.trim().split(/\s+/)[0] ?? user.firstname;
