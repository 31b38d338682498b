import PostalMime from 'postal-mime';
import { dayIn } from '#shared/platform/days.ts';
import { TIME_ZONE } from '#shared/platform/limits.ts';
import type { Found } from '../found.ts';
import { htmlText } from './html-text.ts';

/** Bytes of a message that are read: its headers and text. Attachments follow. */
export const MAIL_BYTES = 1024 ** 2;

const NESTED = 20;

/**
 * A message: its subject is the title. The day is that of its own header: texts that it answers have dates of theirs.
 * @throws Error where messages are nested too deep
 */
export async function readMail(bytes: Uint8Array): Promise<Found> {
  const mail = await PostalMime.parse(bytes.subarray(0, MAIL_BYTES), { maxNestingDepth: NESTED });
  if (mail.headers.length === 0) return { text: '' };
  const text = mail.text?.trim() ? mail.text : htmlText(mail.html ?? '');
  const sent = new Date(mail.date ?? '');
  return {
    text,
    titles: [mail.subject],
    day: Number.isNaN(sent.getTime()) ? undefined : dayIn(TIME_ZONE, sent),
  };
}
