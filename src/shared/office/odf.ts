import { local, parseXml } from './xml.ts';
import { OfficeError, type ZipEntries } from './zip.ts';

/** Receives the text. The page is a slide's number, or null where a document has no pages. */
export type TakeText = (page: number | null, text: string) => void;

/** One element may stand for a million blanks: at most this many are given. */
const BLANKS = 20;
/** Characters that are given at a time. */
const PIECE = 20_000;
/** Elements that a reader does not see: deleted text, forms, the insides of charts. */
const UNREAD = new Set(['tracked-changes', 'forms', 'desc', 'title']);
const ENDS_LINE = new Set(['p', 'h', 'table-row']);

/**
 * Reads the text of an OpenDocument text, spreadsheet or presentation, in its order.
 * @param take may throw to stop
 * @throws OfficeError encrypted, corrupt, too_large
 */
export function readOdf(zip: ZipEntries, take: TakeText): void {
  const content = zip.read('content.xml');
  if (!content) throw new OfficeError('corrupt');
  const manifest = zip.read('META-INF/manifest.xml');
  if (manifest && isEncrypted(manifest)) throw new OfficeError('encrypted');
  let text = '';
  let paragraphs = 0;
  let skipped = 0;
  let page = 0;
  let inSheets = false;
  const flush = (): void => {
    const read = text;
    text = '';
    if (read.trim() !== '') take(page > 0 ? page : null, read);
  };
  parseXml(content, {
    onopentag(name, attributes) {
      const tag = local(name);
      if (UNREAD.has(tag)) skipped += 1;
      if (tag === 'page' && name.startsWith('draw:')) {
        flush();
        page += 1;
      } else if (tag === 'spreadsheet') inSheets = true;
      else if (tag === 'table' && inSheets) text += `${attributes['table:name'] ?? ''}\n`;
      else if (tag === 'p' || tag === 'h') paragraphs += 1;
      else if (tag === 's') text += ' '.repeat(Math.min(BLANKS, Number(attributes['text:c']) || 1));
      else if (tag === 'tab') text += ' ';
      else if (tag === 'line-break') text += '\n';
    },
    ontext(data) {
      if (paragraphs > 0 && skipped === 0) text += data;
    },
    onclosetag(name) {
      const tag = local(name);
      if (UNREAD.has(tag)) skipped -= 1;
      if (tag === 'p' || tag === 'h') paragraphs -= 1;
      if (tag === 'table-cell') text = `${text.trimEnd()} `;
      else if (ENDS_LINE.has(tag)) text += '\n';
      // Given in pieces, so that the caller can stop.
      if (text.length > PIECE) flush();
    },
  });
  flush();
}

function isEncrypted(manifest: Uint8Array): boolean {
  let found = false;
  parseXml(manifest, {
    onopentagname(name) {
      if (local(name) === 'encryption-data') found = true;
    },
  });
  return found;
}
