import { decompressRTF } from '@kenjiuno/decompressrtf';
import msgreader, { type FieldsData } from '@kenjiuno/msgreader';
import type { Address, Attachment, Email } from 'postal-mime';
import { checkCompoundFile } from './compound-file.ts';
import { readRtf } from './rtf.ts';
import { OfficeError } from './zip.ts';

/** Every supported engine has it, but it is in none of TypeScript's libraries that all of them share. */
declare class TextDecoder {
  constructor(encoding: string);
  decode(bytes: Uint8Array): string;
}

/** What is used of a message, whatever program kept it: an Outlook item has no headers of its own. */
export interface Message
  extends Pick<Email, 'subject' | 'from' | 'to' | 'cc' | 'date' | 'text' | 'html' | 'attachments'> {
  /** Whether it has any header: bytes that are no message at all have none. */
  readonly isHeaded: boolean;
}

/** Node hands an older module on as a whole, bundlers its default export. */
const MsgReader = (msgreader as unknown as { readonly default?: typeof msgreader }).default ?? msgreader;

/** Texts of items that are not in Unicode: those of computers in Spanish. */
const ANSI = 'windows-1252';
/** Maximum length of a text that is kept as Rich Text only, in characters. */
const RTF_CHARACTERS = 2_000_000;
const MARK = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Whether these first bytes are those of an Outlook item (`.msg`), or of another compound file. */
export const isOutlookItem = (bytes: Uint8Array): boolean => MARK.every((byte, at) => bytes[at] === byte);

/**
 * Reads a message as Outlook keeps it (`.msg`). Its own messages that are attached are such items too.
 * @throws OfficeError (`corrupt`), also where it is a compound file of another kind
 */
export function readOutlookItem(bytes: Uint8Array): Message {
  try {
    checkCompoundFile(bytes);
    // A copy: the library would take the whole buffer that the bytes may be a part of.
    const reader = new MsgReader(new Uint8Array(bytes).buffer);
    reader.parserConfig = { ansiEncoding: ANSI };
    const fields = reader.getFileData();
    if (fields.error || fields.dataType !== 'msg') throw new OfficeError('corrupt');
    const recipients = (fields.recipients ?? []).filter(({ recipType }) => recipType !== 'bcc');
    const copies = recipients.filter(({ recipType }) => recipType === 'cc');
    const sender = addressOf(fields.senderName, fields.senderSmtpAddress ?? fields.senderEmail);
    const date = fields.clientSubmitTime ?? fields.messageDeliveryTime;
    return {
      isHeaded: true,
      subject: fields.subject ?? '',
      ...(sender ? { from: sender } : {}),
      to: recipients.filter((each) => !copies.includes(each)).flatMap(personOf),
      cc: copies.flatMap(personOf),
      ...(date ? { date } : {}),
      text: textOf(fields),
      html: htmlOf(fields),
      attachments: (fields.attachments ?? []).flatMap((each) => attachedTo(reader, each)),
    };
  } catch (error) {
    // The library ends with errors of all kinds at bytes that are no item.
    throw error instanceof OfficeError ? error : new OfficeError('corrupt');
  }
}

const personOf = ({ name, smtpAddress, email }: FieldsData): Address[] => {
  const person = addressOf(name, smtpAddress ?? email);
  return person ? [person] : [];
};

/** Addresses within an organization are paths of its directory (`/o=…/cn=…`), which tell nobody anything. */
function addressOf(name = '', given = ''): Address | undefined {
  const address = given.includes('@') ? given : '';
  return name === '' && address === '' ? undefined : { name: name === address ? '' : name, address };
}

function textOf({ body, compressedRtf }: FieldsData): string {
  if (body?.trim() || !compressedRtf) return body ?? '';
  return readRtf(Uint8Array.from(decompressRTF(Array.from(compressedRtf))), RTF_CHARACTERS).text;
}

function htmlOf({ html, bodyHtml, internetCodepage }: FieldsData): string {
  if (!html) return bodyHtml ?? '';
  return decoderOf(internetCodepage).decode(html);
}

/** The encoding of a Windows code page; UTF-8 where it is none that browsers know. */
function decoderOf(codepage = 65001): TextDecoder {
  const named = { 65001: 'utf-8', 20127: 'utf-8', 28591: 'iso-8859-1', 28605: 'iso-8859-15' }[codepage];
  try {
    return new TextDecoder(named ?? `windows-${codepage}`);
  } catch {
    return new TextDecoder('utf-8');
  }
}

function attachedTo(reader: InstanceType<typeof MsgReader>, fields: FieldsData): Attachment[] {
  const { content } = reader.getAttachment(fields);
  const inner = fields.innerMsgContent === true;
  const name = fields.fileName ?? fields.fileNameShort ?? fields.name ?? '';
  return [
    {
      filename: inner && !/\.msg$/i.test(name) ? `${name || 'mensaje'}.msg` : name,
      mimeType: fields.attachMimeTag ?? 'application/octet-stream',
      disposition: 'attachment',
      ...(fields.pidContentId ? { contentId: fields.pidContentId } : {}),
      ...(fields.attachmentHidden ? { related: true } : {}),
      content: content.slice(),
    },
  ];
}
