import { readOdf } from '#shared/office/odf.ts';
import { readRtf } from '#shared/office/rtf.ts';
import { OfficeError, ZipEntries } from '#shared/office/zip.ts';
import { Collector, Enough, type TextSink } from './collector.ts';
import { EXTRACT_LIMITS, type Extraction, NoText, type TextKind } from './extraction.ts';
import { readMail } from './mail.ts';
import { decodeHtml, decodeText, htmlText } from './markup.ts';
import { readDocx, readPptx, readXlsx } from './office.ts';
import { readPdf } from './pdf.ts';

/** One reader per kind. */
const READERS: Readonly<Record<TextKind, (bytes: Uint8Array, into: TextSink) => void | Promise<void>>> = {
  pdf: readPdf,
  docx: readDocx,
  xlsx: readXlsx,
  pptx: readPptx,
  text: (bytes, into) => into.add(null, decodeText(bytes)),
  html: (bytes, into) => into.add(null, htmlText(decodeHtml(bytes), into)),
  odf: (bytes, into) => readOdf(new ZipEntries(bytes, EXTRACT_LIMITS), (page, text) => into.add(page, text)),
  rtf(bytes, into) {
    const { text, cut } = readRtf(bytes, EXTRACT_LIMITS.characters);
    if (cut) into.truncated = true;
    into.add(null, text);
  },
  mail: (bytes, into) => readMail(bytes, into, (kind, attached, sink) => READERS[kind](attached, sink)),
};

/**
 * The text of a document. Runs in a process of its own (extract.worker.ts), which is ended when it takes too much time
 * or memory; this function enforces only the limits that it can see.
 */
export async function readDocument(kind: TextKind, bytes: Uint8Array): Promise<Extraction> {
  const into = new Collector();
  try {
    await READERS[kind](bytes, into);
  } catch (error) {
    if (error instanceof Enough) return into.result();
    if (error instanceof NoText || error instanceof OfficeError) {
      // What was read before the damage is kept.
      const read = into.result();
      return 'pages' in read ? { ...read, truncated: true } : { none: error.reason };
    }
    return { none: 'corrupt' };
  }
  return into.result();
}
