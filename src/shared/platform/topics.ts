/** What clients cache, by the first segment of a call's path after its host's prefix (`resourceOf`). */
export type Resource =
  | 'bin'
  | 'calendars'
  | 'clients'
  | 'comments'
  | 'compliance'
  | 'dashboard'
  | 'departments'
  | 'file-requests'
  | 'folders'
  | 'follows'
  | 'groups'
  | 'holds'
  | 'imports'
  | 'labels'
  | 'libraries'
  | 'mail'
  | 'notifications'
  | 'organizations'
  | 'parties'
  | 'preferences'
  | 'profile'
  | 'records'
  | 'reminders'
  | 'retention'
  | 'reviews'
  | 'roles'
  | 'rules'
  | 'searches'
  | 'session'
  | 'settings'
  | 'start'
  | 'templates'
  | 'types'
  | 'users'
  | 'versions';

/**
 * What a change makes stale at a client, whoever made it: calls name the topics that they change, and so do the
 * messages that tell other people's screens of it. How folders stand follows from their documents, their rules and
 * where they lie, so `compliance` goes with each of these, and `parties`, who stand as their folders do.
 */
export const TOPICS = {
  /** Every call but GET, whatever it is about (docs/protocols/rest.md). */
  anything: ['versions', 'records', 'labels', 'groups', 'users', 'rules', 'compliance', 'parties', 'start'],
  documents: [
    'records',
    'versions',
    'folders',
    'groups',
    'reviews',
    'comments',
    'retention',
    'dashboard',
    'compliance',
    'parties',
    'file-requests',
  ],
  comments: ['comments'],
  /** How far an organization is set up, and what a starter set would still make. */
  start: ['start'],
  folders: ['folders', 'compliance', 'parties', 'file-requests'],
  /** Links by which people without an account send files into a folder. */
  fileRequests: ['file-requests'],
  bin: ['bin'],
  /** What can still be undone of one’s imports. */
  imports: ['imports'],
  holds: ['holds', 'bin', 'retention', 'folders', 'compliance', 'parties'],
  retention: ['retention', 'bin'],
  reviews: ['reviews', 'dashboard', 'notifications'],
  compliance: ['compliance', 'parties', 'dashboard'],
  /** Contractors, workers and sites: each has a folder, and stands as that does. */
  parties: ['parties', 'folders', 'compliance'],
  calendars: ['calendars', 'dashboard', 'start'],
  libraries: [
    'groups',
    'libraries',
    'roles',
    'departments',
    'folders',
    'records',
    'rules',
    'labels',
    'dashboard',
    'compliance',
    'parties',
    'start',
  ],
  labels: ['labels', 'rules', 'folders', 'searches', 'dashboard', 'compliance', 'parties', 'start'],
  /** How long a document is kept depends on its type. */
  types: ['types', 'templates', 'records', 'retention', 'bin', 'compliance', 'parties', 'dashboard', 'start'],
  templates: ['templates'],
  searches: ['searches'],
  notifications: ['notifications', 'reminders', 'reviews', 'dashboard'],
  reminders: ['reminders', 'notifications'],
  preferences: ['preferences'],
  follows: ['follows'],
  people: ['users', 'departments', 'start'],
  sessions: ['users'],
  departments: ['departments'],
  profile: ['profile'],
  desktops: ['clients', 'profile', 'start'],
  organization: ['organizations', 'session', 'start'],
  /** The organization's time zone, holidays and days of warning decide when something is due. */
  settings: [
    'settings',
    'organizations',
    'calendars',
    'folders',
    'rules',
    'bin',
    'compliance',
    'parties',
    'dashboard',
    'start',
  ],
  mail: ['mail'],
} as const satisfies Record<string, readonly Resource[]>;

export type Topic = keyof typeof TOPICS;

/** What is stale after changes of these topics, each once. */
export function staleAfter(topics: Iterable<Topic>): Set<Resource> {
  return new Set([...topics].flatMap((topic): readonly Resource[] => TOPICS[topic]));
}
