/**
 * The two kinds of realtime channel (docs/protocols/realtime.md, specification §7): one per person for notifications,
 * and one per person and desktop for the sync helper.
 */

export type Channel =
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'sync'; readonly userId: string; readonly clientId: string };

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const USER = new RegExp(`^user:(${ID})$`);
const SYNC = new RegExp(`^sync:(${ID}):(${ID})$`);

/** The notification channel of a person. */
export function userChannel(userId: string): string {
  return `user:${userId}`;
}

/** The channel between one desktop and all screens of its person. */
export function syncChannel(userId: string, clientId: string): string {
  return `sync:${userId}:${clientId}`;
}

/** Reads a channel's name; `undefined` where it names none. */
export function parseChannel(name: string): Channel | undefined {
  const user = USER.exec(name);
  if (user?.[1]) return { kind: 'user', userId: user[1] };
  const sync = SYNC.exec(name);
  if (sync?.[1] && sync[2]) return { kind: 'sync', userId: sync[1], clientId: sync[2] };
  return undefined;
}
