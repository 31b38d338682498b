import type { LibraryRole } from '#shared/domain/roles.ts';
import type { Viewer } from '#shared/domain/visibility.ts';

/** The signed-in person of one request, as the database knew them when it began. */
export interface Actor extends Viewer {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly isManager: boolean;
  /** Refresh family of the session, where the token names one. */
  readonly session: string | null;
  readonly ip: string | null;
}

/** One's roles in a library; none where one is no member. */
export const rolesIn = (viewer: Viewer, group: string): readonly LibraryRole[] =>
  viewer.memberships.find((each) => each.group === group)?.roles ?? [];

export const isMember = (viewer: Viewer, group: string): boolean =>
  viewer.memberships.some((each) => each.group === group);

/** Those of these libraries that one is a member of. */
export const ownAmong = (viewer: Viewer, groups: readonly string[]): string[] =>
  groups.filter((group) => isMember(viewer, group));

export const hasRole = (viewer: Viewer, group: string, role: LibraryRole): boolean =>
  rolesIn(viewer, group).includes(role);
