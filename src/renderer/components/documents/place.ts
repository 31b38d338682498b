/** The words of a place: "Biblioteca / Carpeta / Subcarpeta", or the library alone. */
export const placeOf = (
  library: { readonly name: string },
  folder?: { readonly path: string } | null,
): string => (folder ? `${library.name} / ${folder.path}` : library.name);
