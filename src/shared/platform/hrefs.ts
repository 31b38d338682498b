/** A folder in the library manager, or the library's root. */
export const placeHref = (group: string, folder?: string | null): string =>
  `/records/search?group=${group}${folder ? `&folder=${folder}` : ''}`;

/**
 * The library manager at a folder, with the reasons for its colour open. For a library's root, `folder` is the
 * library's id.
 */
export const folderReasonsHref = (group: string, folder: string): string =>
  `${placeHref(group, folder === group ? null : folder)}&reasons=open`;

/** The calendars with one due day open. */
export const occurrenceHref = (occurrence: string): string => `/calendars?occurrence=${occurrence}`;

/** A calendar with one of its obligations open, for who may edit it. */
export const obligationHref = (calendar: string, obligation: string): string =>
  `/calendars/edit/${calendar}?obligation=${obligation}`;

/** The link "Calendarios": the report for those who may read it, else the calendars. */
export const calendarsHref = (user: { readonly isAdmin: boolean; readonly isManager: boolean }): string =>
  user.isAdmin || user.isManager ? '/calendars/report' : '/calendars';
