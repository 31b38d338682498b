import { Parser } from 'htmlparser2';
import { bounded } from '#shared/office/xml.ts';
import { OfficeError } from '#shared/office/zip.ts';
import type { TextSink } from './collector.ts';
import { EXTRACT_LIMITS } from './extraction.ts';

/** Characters that are parsed at a time. */
const PIECE = 64 * 1024;
/** Maximum depth of elements. Old pages leave many open, and each costs time for all others. */
const DEPTH = 10_000;

/** Decodes a text without a declared encoding: UTF-8, and where it is invalid, the old Windows encoding. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    // The end may be cut within a character, which does not make it another encoding.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const UNREAD = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'math',
  'object',
  'iframe',
  'head',
]);
const INLINE = new Set(
  'a abbr b bdi bdo cite code em font i kbd mark q s samp small span strong sub sup u var wbr'.split(' '),
);

/**
 * The text that a person would read on a page: no scripts, no styles, nothing fetched. Where elements never end, the
 * text before that.
 */
export function htmlText(html: string, into: TextSink): string {
  let text = '';
  let skipped = 0;
  let inTitle = false;
  const parser = new Parser(
    bounded(
      {
        onopentagname(name) {
          if (UNREAD.has(name)) skipped += 1;
          if (name === 'title') inTitle = true;
          if (!INLINE.has(name)) text += name === 'td' || name === 'th' ? ' ' : '\n';
        },
        onclosetag(name) {
          if (UNREAD.has(name)) skipped = Math.max(0, skipped - 1);
          if (name === 'title') inTitle = false;
          if (!INLINE.has(name)) text += '\n';
        },
        ontext(data) {
          if (skipped === 0 || (inTitle && skipped === 1)) text += data.replace(/\s+/g, ' ');
        },
      },
      DEPTH,
    ),
  );
  try {
    for (let at = 0; at < html.length && text.length <= EXTRACT_LIMITS.characters; at += PIECE) {
      parser.write(html.slice(at, at + PIECE));
    }
    parser.end();
  } catch (error) {
    if (!(error instanceof OfficeError) || text.trim() === '') throw error;
    into.truncated = true;
  }
  return text;
}

/** Decodes a page by the charset that it names, if that is known; else as any text. */
export function decodeHtml(bytes: Uint8Array): string {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 2048));
  const named = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]{2,30})/i.exec(head)?.[1];
  if (!named || /^utf-?8$/i.test(named)) return decodeText(bytes);
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return decodeText(bytes);
  }
}
