/**
 * Names of files and folders as they lie on disks. Every tree of the server must lie on every disk
 * (Windows, macOS, Linux), so these rules are the strictest of all of them. Used by the server (which
 * gives each record its `diskName`), by the forms and by the sync engine.
 */

import { utf8Length } from './text.ts';

/** Longest disk name in bytes of UTF-8: below the 255 of ext4 and APFS, with room for ` (23)`. */
export const DISK_NAME_BYTES = 240;

/** Longest file or folder name that is taken over from a person, in characters. */
export const FILE_NAME_CHARACTERS = 255;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/gu;
/** Bidirectional overrides and invisible characters: `fdp.exe` can be made to look like `exe.pdf`. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
const LONE_SURROGATE = /\p{Cs}/gu;
const FORBIDDEN = /[<>:"/\\|?*]/gu;
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/iu;

/** What is never a document: other programs' own files, and ours (docs/protocols/sync.md). */
export const IGNORED_PATTERNS = [
  '~$*',
  '.~*',
  '.~lock.*#',
  '~WR*.tmp',
  '*.tmp',
  '*~',
  '.DS_Store',
  '._*',
  'Thumbs.db',
  'desktop.ini',
  '.directory',
  // macOS ends this name with a line's end.
  'Icon\r',
  '*.part',
  '*.crdownload',
  '.legajo*',
] as const;

export type NameProblem = 'empty' | 'too_long' | 'control' | 'path' | 'characters' | 'reserved' | 'trailing';

/** The key under which two names are one name on some disk: NFC and lower case. */
export function clashKey(name: string): string {
  return name.normalize('NFC').toLowerCase().normalize('NFC');
}

/** Splits `Informe.final.docx` into `Informe.final` and `.docx`; a leading dot begins no extension. */
export function splitExtension(name: string): { readonly stem: string; readonly extension: string } {
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || name.length - dot > 20) return { stem: name, extension: '' };
  return { stem: name.slice(0, dot), extension: name.slice(dot) };
}

/**
 * Why a record's file name cannot be taken over; `undefined` where it can. Names that only some disk
 * refuses (`CON.docx`, `a:b.pdf`) are fine here: they get a `diskName` of their own.
 */
export function fileNameProblem(name: string): NameProblem | undefined {
  if (name.trim() === '') return 'empty';
  if (name.length > FILE_NAME_CHARACTERS) return 'too_long';
  if (matches(CONTROL, name) || matches(INVISIBLE, name) || matches(LONE_SURROGATE, name)) return 'control';
  if (/[/\\]/u.test(name) || /^\.{1,2}$/u.test(name.trim())) return 'path';
  return undefined;
}

/**
 * Why a folder cannot be called so; `undefined` where it can. Folders have no second name for the disk,
 * so what a disk would refuse is refused.
 */
export function folderNameProblem(name: string): NameProblem | undefined {
  const problem = fileNameProblem(name);
  if (problem) return problem;
  if (matches(FORBIDDEN, name)) return 'characters';
  if (RESERVED.test(name) || isIgnored(name)) return 'reserved';
  if (/^\s|[\s.]$/u.test(name)) return 'trailing';
  if (utf8Length(name) > DISK_NAME_BYTES) return 'too_long';
  return undefined;
}

/**
 * Where a desktop puts edited files whose document is no longer its person's to see, beside the libraries
 * (docs/protocols/sync.md).
 */
export const RETIRED_FOLDER = 'Retirados';

/** Why a library cannot be called so: it is a folder, and lies beside what the desktop keeps there itself. */
export function libraryNameProblem(name: string): NameProblem | undefined {
  return folderNameProblem(name) ?? (clashKey(name) === clashKey(RETIRED_FOLDER) ? 'reserved' : undefined);
}

/** The name under which `wanted` can lie on every disk. Applying it twice changes nothing. */
export function diskName(wanted: string): string {
  let name = wanted
    .normalize('NFC')
    .replace(CONTROL, '')
    .replace(INVISIBLE, '')
    .replace(LONE_SURROGATE, '_')
    .replace(FORBIDDEN, '_');
  name = trimEdges(name);
  if (name === '' || /^\.+$/u.test(name)) name = 'documento';
  if (RESERVED.test(name)) name = `_${name}`;
  if (isIgnored(name)) name = `_${name}`;
  // `x.tmp` is told by its end: a prefix does not help.
  if (isIgnored(name)) name = `${name}_`;
  return cutTo(name, DISK_NAME_BYTES);
}

/**
 * The disk name for `wanted` in a folder: where its clash key is taken, ` (2)`, ` (3)`… goes before the
 * extension. `taken` holds clash keys.
 */
export function uniqueDiskName(wanted: string, taken: { has(key: string): boolean }): string {
  const first = diskName(wanted);
  if (!taken.has(clashKey(first))) return first;
  const { stem, extension } = splitExtension(first);
  for (let n = 2; ; n += 1) {
    const name = withSuffix(stem, ` (${n})`, extension);
    if (!taken.has(clashKey(name))) return name;
  }
}

/**
 * The name of a copy that keeps somebody's refused work beside the original:
 * `Informe (copia de Ana Pérez 2026-03-07 11.30).docx`. `at` is read in the zone of this computer.
 */
export function copyBesideName(name: string, person: string, at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const time = `${two(at.getHours())}.${two(at.getMinutes())}`;
  const { stem, extension } = splitExtension(diskName(name));
  const who = cutTo(diskName(person), 80);
  return withSuffix(stem, ` (copia de ${who} ${day} ${time})`, extension);
}

/** Whether a name is never a document. `own` are the person's own patterns; `*` stands for anything. */
export function isIgnored(name: string, own: readonly string[] = []): boolean {
  const key = clashKey(name);
  return BUILT_IN.some((pattern) => pattern.test(key)) || own.some((each) => glob(each).test(key));
}

/** Whether one of these patterns covers a name, the built-in ones left aside. */
export function isCovered(name: string, patterns: readonly string[]): boolean {
  const key = clashKey(name);
  return patterns.some((each) => glob(each).test(key));
}

/**
 * The title of a record that sync makes of a file: the stem; a stem under 5 characters becomes the full file name with
 * the folder's name before it; cut at 80 (docs/protocols/sync.md, specification §5).
 */
export function titleFromFileName(fileName: string, folderName: string): string {
  const { stem } = splitExtension(fileName);
  const clean = (value: string) => value.replace(CONTROL, ' ').replace(/\s+/gu, ' ').trim();
  let title = clean(stem);
  if (title.length < 5) title = clean(`${folderName} ${fileName}`);
  if (title.length < 5) title = `Documento ${title}`;
  return cutCharacters(title, 80).trimEnd();
}

const BUILT_IN = IGNORED_PATTERNS.map(glob);

function glob(pattern: string): RegExp {
  const parts = clashKey(pattern)
    .split('*')
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'su');
}

function matches(pattern: RegExp, text: string): boolean {
  return text.search(pattern) !== -1;
}

function trimEdges(name: string): string {
  return name.replace(/^\s+/u, '').replace(/[\s.]+$/u, '');
}

/** Cuts the stem, not the extension, so that the whole has at most `limit` bytes of UTF-8. */
function cutTo(name: string, limit: number): string {
  if (utf8Length(name) <= limit) return name;
  const { stem, extension } = splitExtension(name);
  return withSuffix(stem, '', extension, limit);
}

function withSuffix(stem: string, suffix: string, extension: string, limit = DISK_NAME_BYTES): string {
  const room = limit - utf8Length(suffix) - utf8Length(extension);
  let kept = stem;
  if (utf8Length(stem) > room) {
    kept = '';
    let bytes = 0;
    for (const character of stem) {
      bytes += utf8Length(character);
      if (bytes > room) break;
      kept += character;
    }
    kept = trimEdges(kept) || '_';
  }
  return `${kept}${suffix}${extension}`;
}

function cutCharacters(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit);
  // Not through the middle of a character outside the basic plane.
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
