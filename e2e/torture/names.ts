import type { Entry } from './checking/ledger.ts';

/** Names of programs' own files, from the documentation. */
const IGNORED =
  /^(~\$.*|\.~.*|.*\.tmp|.*~|\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|.*\.part|.*\.crdownload)$/iu;
/** A folder with such a name is listed with its content. */
export const isIgnoredFile = (path: string): boolean => {
  const names = path.split('/');
  return IGNORED.test(names.at(-1) ?? '') && !names.slice(0, -1).some((name) => IGNORED.test(name));
};

/** Number of folders and the file's name: no server takes deeper paths. */
const DEEPEST = 21;

/** Whether no engine can send it, or may: its person has the only copy, and may delete it. */
export const isNeverSent = ({ path, onlyHere }: Entry): boolean =>
  onlyHere === true ||
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\u0000-\u001f\ufffd]/u.test(path) ||
  path.split('/').some((name) => IGNORED.test(name)) ||
  path.split('/').length > DEEPEST;
