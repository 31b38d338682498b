/** Roles inside a library (docs/domain/roles-and-visibility.md). A member with an empty list is a reader. */
export const LIBRARY_ROLES = ['upload', 'review', 'publish'] as const;
export type LibraryRole = (typeof LIBRARY_ROLES)[number];

/**
 * Groups of the user directory; they become the flags isAdmin and isManager of the session
 * (docs/domain/roles-and-visibility.md).
 */
export const DIRECTORY_GROUPS = ['admin', 'manager'] as const;
export type DirectoryGroup = (typeof DIRECTORY_GROUPS)[number];
