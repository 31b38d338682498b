import type { CacheKey } from '../platform/endpoint.ts';

/**
 * Who may read a list: anybody who is signed in; members of any library, and admins; admins alone
 * (docs/domain/roles-and-visibility.md).
 */
export type ListReaders = 'everybody' | 'members' | 'admins';

interface ListRow {
  /** The first words of the audit actions that change it. */
  readonly actions: readonly string[];
  readonly readers: ListReaders;
  /** The parts of a client's cache that show it. */
  readonly drops: readonly CacheKey[];
}

/** Lists of an organization that several screens show: when one changes, other people's screens fetch it again. */
export const LISTS = {
  calendars: {
    actions: ['calendar', 'obligation', 'occurrence'],
    readers: 'everybody',
    drops: ['calendars', 'dashboard'],
  },
  people: { actions: ['user', 'member'], readers: 'members', drops: ['users', 'departments'] },
  sessions: {
    actions: ['session', 'sessions', 'client', 'totp', 'password'],
    readers: 'admins',
    drops: ['users'],
  },
  libraries: { actions: ['group', 'member'], readers: 'admins', drops: ['groups', 'departments'] },
  labels: { actions: ['label'], readers: 'members', drops: ['labels'] },
  // How long a document is kept depends on its type.
  types: {
    actions: ['type', 'template'],
    readers: 'everybody',
    drops: ['types', 'templates', 'records', 'retention', 'bin'],
  },
  departments: { actions: ['department'], readers: 'members', drops: ['departments'] },
  settings: {
    actions: ['settings', 'organization'],
    readers: 'everybody',
    drops: ['settings', 'organizations', 'calendars'],
  },
} as const satisfies Record<string, ListRow>;

export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as [ListName, ...ListName[]];

/** Audited actions that change no list. */
const UNSEEN: readonly string[] = [
  'calendar.feed.create',
  'calendar.feed.revoke',
  'organization.audit_exported',
];

/** The lists that these actions of the trail change, each once. */
export function listsChangedBy(actions: readonly string[]): ListName[] {
  const words = new Set(
    actions.filter((action) => !UNSEEN.includes(action)).map((action) => action.split('.')[0] ?? ''),
  );
  return LIST_NAMES.filter((name) => LISTS[name].actions.some((word) => words.has(word)));
}
