import type { Address } from 'postal-mime';
import { readMessage } from '#shared/office/message.ts';
import { OfficeError } from '#shared/office/zip.ts';

/** A message as it is shown: its headers, its text, its attachments. */
export interface Mail {
  readonly subject: string;
  readonly from: string;
  readonly to: string;
  readonly cc: string;
  /** ISO 8601; '' where it has no valid date. */
  readonly date: string;
  readonly text: string;
  /** Its HTML, if it has any. It is shown in a frame that runs no scripts and loads nothing. */
  readonly html: string;
  readonly attachments: readonly Attachment[];
  readonly cut: boolean;
}

export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly content: Blob;
}

const CHARACTERS = 600_000;
const ATTACHED = 200;
/** Maximum size of each embedded picture, in bytes. */
const PICTURE_BYTES = 3 * 1024 ** 2;
const DRAWN = /^image\/(png|jpe?g|gif|webp|bmp)$/i;

const people = (list: readonly Address[] | undefined): string =>
  (list ?? [])
    .slice(0, 100)
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address || ''))
    .filter(Boolean)
    .join(', ');

export async function readMail(bytes: Uint8Array): Promise<Mail> {
  const mail = await readMessage(bytes);
  if (!mail.isHeaded) throw new OfficeError('corrupt');
  const attached = mail.attachments.slice(0, ATTACHED);
  let html = (mail.html ?? '').slice(0, CHARACTERS);
  for (const { contentId, mimeType, content } of attached) {
    const id = contentId?.replace(/^<|>$/g, '');
    const picture = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
    if (!id || !html.includes(`cid:${id}`) || !DRAWN.test(mimeType) || picture.length > PICTURE_BYTES)
      continue;
    html = html.replaceAll(`cid:${id}`, `data:${mimeType};base64,${base64(picture)}`);
  }
  const date = mail.date && !Number.isNaN(Date.parse(mail.date)) ? new Date(mail.date).toISOString() : '';
  return {
    subject: mail.subject ?? '',
    from: people(mail.from ? [mail.from] : []),
    to: people(mail.to),
    cc: people(mail.cc),
    date,
    text: (mail.text ?? '').slice(0, CHARACTERS),
    html,
    attachments: attached
      .filter(({ related, filename }) => !related || filename)
      .map(({ filename, mimeType, content }, at) => ({
        name: filename || `adjunto-${at + 1}`,
        type: mimeType,
        // Whatever type an attachment claims, it is downloaded as plain bytes and never opened here.
        content: new Blob([content as BlobPart], { type: 'application/octet-stream' }),
      })),
    cut:
      (mail.html?.length ?? 0) > CHARACTERS ||
      (mail.text?.length ?? 0) > CHARACTERS ||
      mail.attachments.length > ATTACHED,
  };
}

function base64(bytes: Uint8Array): string {
  let binary = '';
  const step = 32_768;
  for (let at = 0; at < bytes.length; at += step)
    binary += String.fromCharCode(...bytes.subarray(at, at + step));
  return btoa(binary);
}
