/* A place in a tree of names, as people write it in a cell: `Operaciones / Obras / Norte`. */

const SEPARATOR = ' / ';
/** With spaces around it: `Y/O` is a name. */
const BETWEEN = /\s[/>]\s/;

/** The names on the way down. Empty pieces stay: they are refused where names are checked. */
export const splitPath = (text: string): string[] => text.split(BETWEEN).map((name) => name.trim());

export const joinPath = (names: readonly string[]): string => names.join(SEPARATOR);
