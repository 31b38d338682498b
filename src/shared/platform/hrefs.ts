/**
 * The library manager at a folder, with the reasons for its colour open. For a library's root, `folder` is the
 * library's id.
 */
export const folderReasonsHref = (group: string, folder: string): string =>
  `/records/search?group=${group}${folder === group ? '' : `&folder=${folder}`}&reasons=open`;

/** The calendars with one due day open. */
export const occurrenceHref = (occurrence: string): string => `/calendars?occurrence=${occurrence}`;

/** The link "Calendarios": the report for those who may read it, else the calendars. */
export const calendarsHref = (user: { readonly isAdmin: boolean; readonly isManager: boolean }): string =>
  user.isAdmin || user.isManager ? '/calendars/report' : '/calendars';
