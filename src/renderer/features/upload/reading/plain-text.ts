/** Most characters of a file's text that are offered, and that its title and date are looked for in. */
export const TEXT_CHARACTERS = 4_000;

/** Anything but line breaks and tabs; a form feed ends a page, and so a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g;
/** They change the order of what is beside them, or leave no mark at all. */
const UNSEEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffc]/g;
const LONE_SURROGATE = /\p{Cs}/gu;
const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** A text without what nobody sees: blanks collapsed, lines trimmed, at most one empty line in a row. */
export function tidyText(text: string, limit = TEXT_CHARACTERS): string {
  // Nothing of what is far behind the limit is worth the work; blanks may well take most of what is before it.
  const tidied = text
    .slice(0, limit * 16)
    .replace(LINE_END, '\n')
    .replace(CONTROL, '')
    .replace(UNSEEN, '')
    .replace(LONE_SURROGATE, '')
    .normalize('NFC')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return tidied.slice(0, limit).replace(LONE_SURROGATE, '').trimEnd();
}

/** The same, in one line. */
export const tidyLine = (text: string): string => tidyText(text).replace(/\n+/g, ' ');
