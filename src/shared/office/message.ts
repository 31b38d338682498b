import PostalMime from 'postal-mime';
import { isOutlookItem, type Message, readOutlookItem } from './outlook-message.ts';

export type { Message } from './outlook-message.ts';

/**
 * Reads a message, as programs for mail keep it (`.eml`) or as Outlook does (`.msg`): its first bytes say which.
 * @throws OfficeError (`corrupt`) for a damaged Outlook item, Error where messages are nested too deep
 */
export async function readMessage(bytes: Uint8Array): Promise<Message> {
  if (isOutlookItem(bytes)) return readOutlookItem(bytes);
  const mail = await PostalMime.parse(bytes);
  return { ...mail, isHeaded: mail.headers.length > 0 };
}
