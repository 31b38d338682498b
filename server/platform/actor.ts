import type { LibraryRole } from '#shared/access/roles.ts';
import type { Viewer } from '#shared/access/visibility.ts';
import { type Day, dayIn } from '#shared/platform/days.ts';
import { ApiError } from './errors.ts';

/** The signed-in person of one request, as the database knew them when it began. */
export interface Actor extends Viewer {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly isManager: boolean;
  /** Of the organization, by whose days everything of it is judged. */
  readonly timezone: string;
  /** Libraries of the organization in which nobody writes any more. */
  readonly archived: readonly string[];
  /** Refresh family of the session, where the token names one. */
  readonly session: string | null;
  readonly ip: string | null;
}

/** Who does something in a library: what they may read there is the visibility rule's affair. */
export type ActingUser = Viewer & Pick<Actor, 'archived' | 'timezone'>;

/** The organization's day at a moment: the one by which holds, periods and reviews are judged. */
export const todayOf = ({ timezone }: Pick<Actor, 'timezone'>, at: Date): Day => dayIn(timezone, at);

export const isArchived = (actor: Pick<Actor, 'archived'>, group: string): boolean =>
  actor.archived.includes(group);

/** What one may do in a library; nothing where one is no member, and nobody anything where it is archived. */
export const rolesIn = (actor: ActingUser, group: string): readonly LibraryRole[] =>
  isArchived(actor, group) ? [] : (actor.memberships.find((each) => each.group === group)?.roles ?? []);

export const isMember = (viewer: Viewer, group: string): boolean =>
  viewer.memberships.some((each) => each.group === group);

/** Those of these libraries that one is a member of. */
export const ownAmong = (viewer: Viewer, groups: readonly string[]): string[] =>
  groups.filter((group) => isMember(viewer, group));

export const hasRole = (actor: ActingUser, group: string, role: LibraryRole): boolean =>
  rolesIn(actor, group).includes(role);

/**
 * Says of a library that its caller sees that nothing is written in it any more. Ask it behind the library's lock
 * (lockLibraries), and only once they are known to see what they write to.
 * @throws archived
 */
export function requireOpen(actor: Pick<Actor, 'archived'>, group: string): void {
  if (isArchived(actor, group)) throw new ApiError('archived');
}
