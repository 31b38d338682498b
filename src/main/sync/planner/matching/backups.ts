import { isIgnored } from '#shared/platform/files/ignored-names.ts';
import { clashKey, splitExtension } from '#shared/platform/files/names.ts';
import { baseName, parentPath } from '../trees.ts';

/**
 * Names under which programs keep the file that they are about to replace. docs/how-programs-save.md says which program
 * uses which, and each is replayed by a test.
 */

/** Put in place of the extension, or after it: AutoCAD, LibreOffice, Notepad++, Perl and sed (`-i.orig`). */
const APPENDED = ['.bak', '.orig', '.old'] as const;
/** Word's and Excel's own backups: `Copia de seguridad de Informe.wbk`. */
const OF_OFFICE = ['.wbk', '.xlk'] as const;
/** Excel's names for a file while it replaces it. */
const EXCEL = /^[\da-f]{8}$/u;
/** sed's for the new one (`sed -i`). */
const SED = /^sed[a-z\d]{6}$/u;
/** `20261123` or `23112026`: people name files by days, and Excel's digits of chance hardly ever read as one. */
const DAY =
  /^(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d)$/u;
const isExcels = (key: string): boolean => EXCEL.test(key) && !DAY.test(key);

/**
 * Whether a program gives such a name to what it writes, before it puts that in a document's place. A new file of this
 * name is hardly ever a person's. Names that are ignored are not meant.
 */
export function isNameOfSave(name: string): boolean {
  const key = clashKey(name);
  return isExcels(key) || SED.test(key);
}

/** Any suffix that a program was told to append: `sed -i.20261125`. */
const SUFFIX = /^\.[\w-]{1,20}$/u;
/** macOS: `Informe.docx.sb-1a2b3c4d-Xy12Zk`. */
const SAFE_SAVE = '.sb-';

/** Whether the file at `path` may be what a program kept of the one at `original` while it saved. */
export function isBackupOf(path: string, original: string): boolean {
  if (path === original || parentPath(path) !== parentPath(original)) return false;
  const [name, of] = [clashKey(baseName(path)), clashKey(baseName(original))];
  return (
    isIgnored(name) ||
    isExcels(name) ||
    name.startsWith(`${of}${SAFE_SAVE}`) ||
    (name.startsWith(of) && SUFFIX.test(name.slice(of.length))) ||
    isKeptBackup(name, of)
  );
}

/** Whether programs leave such a name beside the document when they are done. */
export function mayBeKeptBackup(name: string): boolean {
  const { extension } = splitExtension(clashKey(name));
  return [...APPENDED, ...OF_OFFICE].some((each) => each === extension);
}

/** Whether a file of this name, beside `original`, is its backup. Both are clash keys. */
export function isKeptBackup(name: string, original: string): boolean {
  const { stem, extension } = splitExtension(name);
  const { stem: stemOfOriginal } = splitExtension(original);
  if (APPENDED.some((each) => each === extension)) return stem === stemOfOriginal || stem === original;
  return OF_OFFICE.some((each) => each === extension) && stem.endsWith(stemOfOriginal);
}
