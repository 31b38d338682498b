import type { LibraryRole } from './roles.ts';
import type { Face } from './visibility.ts';

/** What decides whether a person may move a document to the bin. */
export interface DeletionSubject {
  readonly face: Face;
  /** The person's roles in the document's library; none where it is archived. */
  readonly roles: readonly LibraryRole[];
  readonly isAuthor: boolean;
  readonly isAdmin: boolean;
  readonly isArchived: boolean;
}

/** Authors delete their own, publishers any, and an admin also what they are no member of. */
export const canDelete = ({ face, roles, isAuthor, isAdmin, isArchived }: DeletionSubject): boolean =>
  (face === 'working' && (roles.includes('publish') || (roles.includes('upload') && isAuthor))) ||
  (isAdmin && !isArchived);
