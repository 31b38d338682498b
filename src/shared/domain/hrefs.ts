/** The library manager at a folder, with why it has its colour laid open; a library's root goes by the library's id. */
export const folderReasonsHref = (group: string, folder: string): string =>
  `/records/search?group=${group}${folder === group ? '' : `&folder=${folder}`}&reasons=open`;

/** The calendars with one due day laid open. */
export const occurrenceHref = (occurrence: string): string => `/calendars?occurrence=${occurrence}`;
