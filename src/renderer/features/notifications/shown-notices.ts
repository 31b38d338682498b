import type { Notification } from '#shared/notifications/notifications.schemas.ts';

/** More than a list of what is pending ever holds: what is forgotten here is in no list any more. */
const REMEMBERED = 500;

/**
 * What this computer has not told its person yet. On the first visit everything there is counts as told: nobody wants
 * a month's notices at once.
 * @param told what was told before, oldest first; undefined on the first visit
 * @returns the news, oldest first, and what is told from now on
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

/** Kept over restarts, one list for each person who uses this computer. */
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
