/** The library manager at a folder, with why it has its colour laid open; a library's root goes by the library's id. */
export const folderReasonsHref = (group: string, folder: string): string =>
  `/records/search?group=${group}${folder === group ? '' : `&folder=${folder}`}&reasons=open`;
