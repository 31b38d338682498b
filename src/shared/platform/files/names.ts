/**
 * Names of files and folders on disks. Every tree of the server must be possible on every disk (Windows, macOS, Linux),
 * so these rules are the strictest of all. Used by the server (which gives each record its `diskName`), by the forms
 * and by the sync engine.
 */

import { NAME_MAX } from '../limits.ts';
import { isBlank } from '../texts/blank.ts';
import { withoutIgnorable } from '../texts/invisible.ts';
import { utf8Length } from '../texts/text.ts';
import { foldName, isIgnored } from './ignored-names.ts';

/** Longest disk name in bytes of UTF-8: below the 255 of ext4 and APFS, with room for ` (23)`. */
export const DISK_NAME_BYTES = 240;

/** Longest folder name that a person may give, in characters. */
export const FOLDER_NAME_CHARACTERS = 255;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/gu;
/** Bidirectional overrides and invisible characters: `fdp.exe` can be made to look like `exe.pdf`. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
const LONE_SURROGATE = /\p{Cs}/gu;
const FORBIDDEN = /[<>:"/\\|?*]/gu;
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/iu;

export type NameProblem = 'empty' | 'too_long' | 'control' | 'path' | 'reserved';

/**
 * Whatever is blank between words, as an empty Braille cell is; no control characters, which some systems have in names
 * of their own.
 */
const SPACES = /[ \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+/gu;

/**
 * The key that is equal for names that some disk takes for the same, or that look the same: NFC, lower case, one kind
 * of space, and without invisible characters. HFS+ ignores some of those when it compares names. Some are part of an emoji or of how a
 * script is written: they stay in the name, and only the key is without them.
 */
export function clashKey(name: string): string {
  const seen = withoutIgnorable(name).replace(SPACES, ' ');
  // Behind an invisible character, a space at the edge is no more seen than elsewhere.
  if (seen !== name && seen.trim() !== '') return foldName(seen.trim());
  return foldName(name);
}

/** Splits `Informe.final.docx` into `Informe.final` and `.docx`; a leading dot begins no extension. */
export function splitExtension(name: string): { readonly stem: string; readonly extension: string } {
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || name.length - dot > 20) return { stem: name, extension: '' };
  return { stem: name.slice(0, dot), extension: name.slice(dot) };
}

/** Whether a file's name is longer than ext4 and APFS keep it: bytes of UTF-8 count, so `ñ` counts twice. */
export const isTooLongFileName = (name: string): boolean => utf8Length(name.normalize('NFC')) > NAME_MAX;

/**
 * Why a record's file name is refused; `undefined` where it is accepted. Names that only some disks refuse (`CON.docx`,
 * `a:b.pdf`) are accepted: the record gets another `diskName`.
 */
export function fileNameProblem(name: string): NameProblem | undefined {
  return isTooLongFileName(name) ? 'too_long' : nameProblem(name);
}

function nameProblem(name: string): NameProblem | undefined {
  if (isBlank(name)) return 'empty';
  if (name.length > FOLDER_NAME_CHARACTERS) return 'too_long';
  if (matches(CONTROL, name) || matches(INVISIBLE, name) || matches(LONE_SURROGATE, name)) return 'control';
  if (/[/\\]/u.test(name) || /^\.{1,2}$/u.test(name.trim())) return 'path';
  return undefined;
}

/**
 * Why a folder name is refused; `undefined` where it is accepted. What only some disks refuse (`Maipo Ltda.`, `¿Y esto?`)
 * is accepted: on disks the folder has its `diskName`.
 */
export function folderNameProblem(name: string): NameProblem | undefined {
  return nameProblem(name) ?? (isBlank(trimEdges(name)) ? 'empty' : undefined);
}

/**
 * The folder, beside the libraries, for edited files whose document their person may not see any more
 * (docs/protocols/sync.md).
 */
export const RETIRED_FOLDER = 'Retirados';

/** Why a library's name is refused: it is a folder name, and lies beside the folders that the desktop itself makes. */
export function libraryNameProblem(name: string): NameProblem | undefined {
  return folderNameProblem(name) ?? (diskKey(name) === clashKey(RETIRED_FOLDER) ? 'reserved' : undefined);
}

/** The disk name of a document whose own name shows nothing. */
const UNNAMED = 'documento';

/** A form of `wanted` that every disk accepts. Applying it twice changes nothing. */
export function diskName(wanted: string): string {
  const text = wanted.normalize('NFC').replace(LONE_SURROGATE, '_');
  const { stem, extension } = splitExtension(text);
  // Without a stem its extension would begin the name, and be none.
  let name = (extension !== '' && isBlank(stem) ? `${UNNAMED}${extension}` : text)
    .replace(CONTROL, '')
    .replace(INVISIBLE, '')
    .replace(FORBIDDEN, '_');
  name = trimEdges(name);
  if (isBlank(name)) name = UNNAMED;
  if (RESERVED.test(name)) name = `_${name}`;
  if (isIgnored(name)) name = `_${name}`;
  // `x.tmp` is ignored for its end: a prefix does not help.
  if (isIgnored(name)) name = `${name}_`;
  const cut = cutTo(name, DISK_NAME_BYTES);
  return isBlank(cut) ? UNNAMED : cut;
}

/** The key of a name's place in a folder: equal for names that would meet on a disk, as `Maipo Ltda.` and `Maipo Ltda` do. */
export const diskKey = (name: string): string => clashKey(diskName(name));

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

/** Whether a file has the name of a copy that an engine kept for somebody, until they decide. */
export const isKeptCopyName = (name: string): boolean =>
  / \(copia de [^/]+ \d{4}-\d\d-\d\d \d\d\.\d\d\)/.test(name);

/**
 * The title of a record that sync makes of a file: the stem; a stem under 5 characters becomes the full file name with
 * the folder's name before it; cut at 80 (docs/protocols/sync.md, specification §5).
 */
export function titleFromFileName(fileName: string, folderName: string): string {
  const { stem } = splitExtension(fileName);
  const clean = (value: string) => value.replace(CONTROL, ' ').replace(/\s+/gu, ' ').trim();
  let title = clean(stem);
  if (title.length < 5 || isBlank(title)) title = clean(`${folderName} ${fileName}`);
  if (title.length < 5) title = `Documento ${title}`;
  return cutCharacters(title, 80).trimEnd();
}

function matches(pattern: RegExp, text: string): boolean {
  return text.search(pattern) !== -1;
}

function trimEdges(name: string): string {
  return name.replace(/^\s+/u, '').replace(/[\s.]+$/u, '');
}

/** Cuts the stem, not the extension, so that the whole has at most `limit` bytes of UTF-8. */
function cutTo(name: string, limit: number): string {
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
  // Never between the two halves of a surrogate pair.
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
