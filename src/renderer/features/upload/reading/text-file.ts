import { decodeText } from '#shared/platform/texts/decode-text.ts';
import type { Found } from './found.ts';
import { tidyText } from './plain-text.ts';
import { headingOf } from './titles.ts';

/** Bytes of a text that are read. */
export const TEXT_BYTES = 64 * 1024;

/** A plain text, whose title is a first line that looks like one. */
export function readText(bytes: Uint8Array): Found {
  const text = decoded(bytes);
  return { text, titles: [headingOf(tidyText(text))] };
}

/** A text in Markdown, whose title is its first heading. */
export function readMarkdown(bytes: Uint8Array): Found {
  const text = decoded(bytes);
  return { text, titles: [firstHeading(text)] };
}

/** A table as text: its first line has the names of the columns. */
export const readTable = (bytes: Uint8Array): Found => ({ text: decoded(bytes) });

/** Empty where the bytes are no text, whatever the file's name. */
function decoded(bytes: Uint8Array): string {
  const text = decodeText(bytes.subarray(0, TEXT_BYTES));
  return text.includes('\0') ? '' : text;
}

function firstHeading(text: string): string | undefined {
  // What is about the text may stand before it, between lines of dashes.
  const lines = text.replace(/^---[ \t]*\r?\n[\s\S]*?\n---[ \t]*\r?\n/, '').split(/\r\n|\r|\n/);
  let fenced = false;
  for (const [at, line] of lines.entries()) {
    if (/^ {0,3}(```|~~~)/.test(line)) fenced = !fenced;
    if (fenced) continue;
    const marked = /^ {0,3}#{1,6}[ \t]+(.*)$/.exec(line)?.[1]?.replace(/[ \t]#+[ \t]*$/, '');
    // A row of a table is above a line of dashes, too.
    const isAbove =
      line.trim() && !line.includes('|') && /^ {0,3}(=+|-{2,})[ \t]*$/.test(lines[at + 1] ?? '');
    const heading = marked ?? (isAbove ? line : undefined);
    if (heading?.trim()) return plain(heading);
  }
  return undefined;
}

/** Without the marks of emphasis, code and links. */
const plain = (heading: string): string =>
  heading.replace(/!?\[([^\][]*)\]\([^()]*\)/g, '$1').replace(/[*`]+|(?<![\p{L}\d])_+|_+(?![\p{L}\d])/gu, '');
