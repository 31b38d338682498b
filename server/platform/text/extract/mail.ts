import type { Attachment } from 'postal-mime';
import { readMessage } from '#shared/office/message.ts';
import { OfficeError } from '#shared/office/zip.ts';
import type { TextSink } from './collector.ts';
import { EXTRACT_LIMITS, NoText, type TextKind } from './extraction.ts';
import { textKind } from './kinds.ts';
import { htmlText } from './markup.ts';

/** Reads what is attached by its kind. */
type ReadAttached = (kind: TextKind, bytes: Uint8Array, into: TextSink) => void | Promise<void>;

/** Pages of an attachment are not pages of the mail. */
interface Attached extends TextSink {
  readonly depth: number;
}

const depthOf = (into: TextSink): number => ('depth' in into ? (into as Attached).depth : 0);

function inside(into: TextSink): Attached {
  return {
    depth: depthOf(into) + 1,
    add: (_page, text) => into.add(null, text),
    fits: (length) => into.fits(length),
    get truncated() {
      return into.truncated;
    },
    set truncated(cut) {
      into.truncated = cut;
    },
  };
}

/**
 * Headers and text of a message, the names of its attachments, and their texts. All of it together has the limits of
 * one document. What cannot be read is left out.
 */
export async function readMail(bytes: Uint8Array, into: TextSink, read: ReadAttached): Promise<void> {
  const mail = await readMessage(bytes);
  const people = [mail.from, ...(mail.to ?? []), ...(mail.cc ?? [])]
    .flatMap((each) => (each ? [`${each.name ?? ''} ${each.address ?? ''}`] : []))
    .join('\n');
  const names = mail.attachments.map(({ filename }) => filename ?? '').join('\n');
  const body = mail.text?.trim() ? mail.text : htmlText(mail.html ?? '', into);
  into.add(null, [mail.subject ?? '', people, body, names].join('\n'));
  if (depthOf(into) >= EXTRACT_LIMITS.mailDepth) return;
  let opened = 0;
  for (const attachment of mail.attachments) {
    const kind = textKind(attachment.filename ?? '', attachment.mimeType);
    if (!kind) continue;
    opened += 1;
    if (opened > EXTRACT_LIMITS.attachments) {
      into.truncated = true;
      return;
    }
    try {
      await read(kind, bytesOf(attachment), inside(into));
    } catch (error) {
      if (!(error instanceof NoText || error instanceof OfficeError)) throw error;
    }
  }
}

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
