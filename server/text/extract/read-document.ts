import PostalMime from 'postal-mime';
import { OfficeError } from '#shared/office/zip.ts';
import { Collector, Enough } from './collector.ts';
import { type Extraction, NoText, type TextKind } from './extraction.ts';
import { decodeHtml, decodeText, htmlText } from './markup.ts';
import { readDocx, readPptx, readXlsx } from './office.ts';
import { readPdf } from './pdf.ts';

/** One reader per kind. */
const READERS: Readonly<Record<TextKind, (bytes: Uint8Array, into: Collector) => void | Promise<void>>> = {
  pdf: readPdf,
  docx: readDocx,
  xlsx: readXlsx,
  pptx: readPptx,
  text: (bytes, into) => into.add(null, decodeText(bytes)),
  html: (bytes, into) => into.add(null, htmlText(decodeHtml(bytes), into)),
  mail: readMail,
};

/** Head and words of a message; what is attached is named, not opened. */
async function readMail(bytes: Uint8Array, into: Collector): Promise<void> {
  const mail = await PostalMime.parse(bytes);
  const people = [mail.from, ...(mail.to ?? []), ...(mail.cc ?? [])]
    .flatMap((each) => (each ? [`${each.name ?? ''} ${each.address ?? ''}`] : []))
    .join('\n');
  const attached = mail.attachments.map(({ filename }) => filename ?? '').join('\n');
  const body = mail.text?.trim() ? mail.text : htmlText(mail.html ?? '', into);
  into.add(null, [mail.subject ?? '', people, body, attached].join('\n'));
}

/**
 * The words of a document. Runs in a process of its own (extract.worker.ts), which is ended when it takes too long or too much: this
 * function only answers for what it can see itself.
 */
export async function readDocument(kind: TextKind, bytes: Uint8Array): Promise<Extraction> {
  const into = new Collector();
  try {
    await READERS[kind](bytes, into);
  } catch (error) {
    if (error instanceof Enough) return into.result();
    if (error instanceof NoText || error instanceof OfficeError) {
      // What was read before the damage is worth more than nothing.
      const read = into.result();
      return 'pages' in read ? { ...read, truncated: true } : { none: error.reason };
    }
    return { none: 'corrupt' };
  }
  return into.result();
}
