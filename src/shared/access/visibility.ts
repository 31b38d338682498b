import type { LibraryRole } from './roles.ts';
import type { Scope } from './scopes.ts';

/** Somebody's membership of one library. */
export interface Membership {
  readonly group: string;
  readonly roles: readonly LibraryRole[];
}

/** What the visibility rule needs to know of a person. */
export interface Viewer {
  readonly user: string;
  readonly organization: string;
  readonly isAdmin: boolean;
  readonly memberships: readonly Membership[];
}

/** What the visibility rule needs to know of a record. */
export interface Visible {
  readonly organization: string;
  readonly group: string;
  readonly scope: Scope;
  readonly authors: readonly string[];
  readonly createdBy: string;
  /** Its first version's bytes have arrived. */
  readonly ready: boolean;
  /** A version of it is published, or was and is obsolete now. */
  readonly published: boolean;
  readonly deleted: boolean;
}

/** Role holders and authors read the working copy, readers the published snapshot. */
export type Face = 'working' | 'published';

/**
 * The one visibility rule: which face of a record a person sees, or null. `server/domains/access/visibility.policy.ts`
 * is the same rule in SQL; a generated test compares the two.
 */
export function visibleFace(viewer: Viewer, record: Visible): Face | null {
  if (record.deleted || record.organization !== viewer.organization) return null;
  // Whoever is in no library, admin or not, sees no document.
  if (viewer.memberships.length === 0) return null;
  if (!record.ready) return record.createdBy === viewer.user ? 'working' : null;

  const membership = viewer.memberships.find((each) => each.group === record.group);
  if (seesWorking(viewer, record, membership)) return 'working';
  if (!record.published) return null;
  if (record.scope === 'public') return 'published';
  if (record.scope === 'internal' && membership) return 'published';
  return null;
}

function seesWorking(viewer: Viewer, record: Visible, membership: Membership | undefined): boolean {
  const roles = membership?.roles ?? [];
  if (record.authors.includes(viewer.user)) return true;
  switch (record.scope) {
    case 'public':
    case 'internal':
      // An admin who is not a member reads here as a role holder does.
      return roles.length > 0 || (viewer.isAdmin && !membership);
    case 'restricted':
      return roles.length > 0;
    case 'confidential':
      return roles.includes('review') || roles.includes('publish');
  }
}
