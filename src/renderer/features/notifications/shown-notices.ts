import type { Notification } from '#shared/notifications/notifications.schemas.ts';

/** More than the longest list of pending notifications, so that an id that is forgotten here is in no list any more. */
const REMEMBERED = 500;

/**
 * The notifications that this computer has not shown yet. On the first visit all existing ones count as shown, so that
 * the person does not get a month's notices at once.
 * @param told ids shown before, oldest first; undefined on the first visit
 * @returns the new notifications, oldest first, and all ids that count as shown from now on
 */
export function findNewNotices(
  told: readonly string[] | undefined,
  pending: readonly Notification[],
): { news: Notification[]; told: string[] } {
  const known = new Set(told);
  const fresh = pending.filter(({ _id }) => !known.has(_id)).reverse();
  const all = [...(told ?? []), ...fresh.map(({ _id }) => _id)];
  return { news: told ? fresh : [], told: all.slice(-REMEMBERED) };
}

const keyOf = (user: string): string => `legajo.told.${user}`;

/** Stored in the browser, one list for each person who uses this computer. */
export function readShown(user: string): string[] | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(user)) ?? 'null');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : undefined;
  } catch {
    return undefined;
  }
}

export const writeShown = (user: string, told: readonly string[]): void =>
  localStorage.setItem(keyOf(user), JSON.stringify(told));
