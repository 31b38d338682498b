/** The library manager at a folder, with why it has its colour laid open; a library's root goes by the library's id. */
export const folderReasonsHref = (group: string, folder: string): string =>
  `/records/search?group=${group}${folder === group ? '' : `&folder=${folder}`}&reasons=open`;

/** The calendars with one due day laid open. */
export const occurrenceHref = (occurrence: string): string => `/calendars?occurrence=${occurrence}`;

/** Where "Calendarios" leads: to the report for who may read it, else to the calendars. */
export const calendarsHref = (user: { readonly isAdmin: boolean; readonly isManager: boolean }): string =>
  user.isAdmin || user.isManager ? '/calendars/report' : '/calendars';
