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
  /** The organization's time zone, by whose days everything is judged. */
  readonly timezone: string;
  /** The organization's archived libraries. */
  readonly archived: readonly string[];
  /** Refresh family of the session, where the token names one. */
  readonly session: string | null;
  readonly ip: string | null;
}

/** A person who does something in a library. What they may read there is decided by the visibility rule. */
export type ActingUser = Viewer & Pick<Actor, 'archived' | 'timezone'>;

/** The day of a moment in the organization's time zone: holds, periods and reviews are judged by it. */
export const todayOf = ({ timezone }: Pick<Actor, 'timezone'>, at: Date): Day => dayIn(timezone, at);

export const isArchived = (actor: Pick<Actor, 'archived'>, group: string): boolean =>
  actor.archived.includes(group);

/** The actor's roles in a library; none where they are not a member, or where it is archived. */
export const rolesIn = (actor: ActingUser, group: string): readonly LibraryRole[] =>
  isArchived(actor, group) ? [] : (actor.memberships.find((each) => each.group === group)?.roles ?? []);

export const isMember = (viewer: Viewer, group: string): boolean =>
  viewer.memberships.some((each) => each.group === group);

/** Those of these libraries that the viewer is a member of. */
export const ownAmong = (viewer: Viewer, groups: readonly string[]): string[] =>
  groups.filter((group) => isMember(viewer, group));

export const hasRole = (actor: ActingUser, group: string, role: LibraryRole): boolean =>
  rolesIn(actor, group).includes(role);

/**
 * Refuses writes in an archived library. Call it behind the library's lock (lockLibraries), and only once the caller is
 * known to see what they write to.
 * @throws archived
 */
export function requireOpen(actor: Pick<Actor, 'archived'>, group: string): void {
  if (isArchived(actor, group)) throw new ApiError('archived');
}
