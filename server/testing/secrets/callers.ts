import type { LibraryRole } from '#shared/access/roles.ts';
import type { TestLibrary, TestPerson } from '../factories.ts';
import type { TestClient } from '../http.ts';

export type Place = 'works' | 'staff' | 'abroad';

export interface Part {
  /** `abroad` is in another organization. */
  readonly libraries?: Readonly<Partial<Record<Place, readonly LibraryRole[]>>>;
  readonly isAdmin?: true;
  readonly isManager?: true;
  readonly abroad?: true;
  /** People named in calendars, which everybody in the organization reads. */
  readonly inCalendars?: true;
  /** A person who froze a report, which names them to all who read reports. */
  readonly inReports?: true;
}

export const EVERYTHING: readonly LibraryRole[] = ['upload', 'review', 'publish'];

/** The callers. `anonymous` is not signed in. */
export const PARTS = {
  author: { libraries: { works: EVERYTHING }, inCalendars: true },
  /** A reader who is an author of two documents. */
  coauthor: { libraries: { works: [] } },
  reader: { libraries: { works: [] } },
  upload: { libraries: { works: ['upload'] } },
  review: { libraries: { works: ['review'] } },
  publish: { libraries: { works: ['publish'] } },
  outsider: { libraries: { staff: [] } },
  /** A former member with all roles, who still has links from that time. */
  left: {},
  /** A former member whose account is disabled. */
  disabled: { libraries: { works: EVERYTHING } },
  /** Responsible for an obligation, and member of no library. */
  deputy: { inCalendars: true },
  manager: { isManager: true, inCalendars: true },
  managerReader: { isManager: true, libraries: { works: [] }, inReports: true },
  admin: { isAdmin: true, libraries: { staff: EVERYTHING }, inCalendars: true },
  adminReader: { isAdmin: true, libraries: { works: [] } },
  adminAlone: { isAdmin: true },
  other: { isAdmin: true, libraries: { abroad: EVERYTHING }, abroad: true },
} as const satisfies Readonly<Record<string, Part>>;
export type PartName = keyof typeof PARTS;

export interface Caller {
  readonly name: PartName | 'anonymous' | 'invited';
  readonly client: TestClient;
  readonly person: TestPerson | null;
  /** Members of this organization, or of the other one. */
  readonly at: 'ours' | 'theirs' | null;
  readonly signedIn: boolean;
  readonly isAdmin: boolean;
  readonly isManager: boolean;
  readonly libraries: ReadonlyMap<string, readonly LibraryRole[]>;
  /** As whom they received mails until they left or were disabled. */
  readonly before?: Caller;
}

/* Rules that several secrets share (docs/domain/roles-and-visibility.md). */

export const ours = (caller: Caller): boolean => caller.at === 'ours';
export const theirs = (caller: Caller): boolean => caller.at === 'theirs';
export const admins = (caller: Caller): boolean => ours(caller) && caller.isAdmin;
export const managers = (caller: Caller): boolean => ours(caller) && (caller.isAdmin || caller.isManager);
/** Members of any library, and admins. */
export const members = (caller: Caller): boolean =>
  ours(caller) && (caller.isAdmin || caller.libraries.size > 0);
export const membersOf =
  (library: TestLibrary) =>
  (caller: Caller): boolean =>
    admins(caller) || caller.libraries.has(library.id);
export const only =
  (...names: readonly Caller['name'][]) =>
  (caller: Caller): boolean =>
    names.includes(caller.name);
export const selfOrAdmin =
  (name: PartName) =>
  (caller: Caller): boolean =>
    caller.name === name || (name === 'other' ? theirs(caller) : admins(caller));
