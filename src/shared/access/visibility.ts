import type { LibraryRole } from './roles.ts';
import type { Scope } from './scopes.ts';

/** Somebody's membership of one library. */
export interface Membership {
  readonly group: string;
  readonly roles: readonly LibraryRole[];
}

/**
 * What somebody reads of the public and internal documents of libraries that they are no member of: only what is
 * published for everybody (`own`), also what is published internally (`published`), or every state as a role holder
 * does (`working`).
 */
export const READS_BEYOND = ['own', 'published', 'working'] as const;
export type ReadsBeyond = (typeof READS_BEYOND)[number];

/** Admins read working copies everywhere, managers what the organization's settings say, everybody else what is theirs. */
export const readsBeyondOf = (
  { isAdmin, isManager }: { readonly isAdmin: boolean; readonly isManager: boolean },
  managersRead: ReadsBeyond,
): ReadsBeyond => {
  if (isAdmin) return 'working';
  return isManager ? managersRead : 'own';
};

/** What the visibility rule needs to know of a person. */
export interface Viewer {
  readonly user: string;
  readonly organization: string;
  readonly isAdmin: boolean;
  readonly readsBeyond: ReadsBeyond;
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
  if (record.scope === 'internal' && (membership || viewer.readsBeyond !== 'own')) return 'published';
  return null;
}

function seesWorking(viewer: Viewer, record: Visible, membership: Membership | undefined): boolean {
  const roles = membership?.roles ?? [];
  if (record.authors.includes(viewer.user)) return true;
  switch (record.scope) {
    case 'public':
    case 'internal':
      return roles.length > 0 || (viewer.readsBeyond === 'working' && !membership);
    case 'restricted':
      return roles.length > 0;
    case 'confidential':
      return roles.includes('review') || roles.includes('publish');
  }
}
