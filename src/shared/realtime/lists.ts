import type { Topic } from '../platform/topics.ts';

/**
 * Who may read a list: anybody who is signed in; members of any library, and admins; admins alone
 * (docs/domain/roles-and-visibility.md).
 */
export type ListReaders = 'everybody' | 'members' | 'admins';

interface ListRow {
  /** The first words of the audit actions that change it. */
  readonly actions: readonly string[];
  readonly readers: ListReaders;
}

/**
 * Lists of an organization that several screens show, by the topic that each is: when one changes, other people's screens
 * fetch it again.
 */
export const LISTS = {
  calendars: {
    actions: ['calendar', 'obligation', 'occurrence'],
    readers: 'everybody',
  },
  parties: { actions: ['party'], readers: 'members' },
  people: { actions: ['user', 'member'], readers: 'members' },
  sessions: {
    actions: ['session', 'sessions', 'client', 'totp', 'password'],
    readers: 'admins',
  },
  libraries: { actions: ['group', 'member'], readers: 'admins' },
  labels: { actions: ['label'], readers: 'members' },
  types: {
    actions: ['type', 'template'],
    readers: 'everybody',
  },
  departments: { actions: ['department'], readers: 'members' },
  settings: {
    actions: ['settings', 'organization'],
    readers: 'everybody',
  },
} as const satisfies Partial<Record<Topic, ListRow>>;

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
