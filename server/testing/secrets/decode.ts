import { unzipSync } from 'fflate';
import PostalMime from 'postal-mime';

/** All words in an answer's bytes, whatever they are packed in: nested ZIPs, and split sentences joined again. */
export function wordsIn(bytes: Uint8Array): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    return Object.entries(unzipSync(bytes))
      .map(([name, entry]) => `${name}\n${wordsIn(entry)}`)
      .join('\n');
  }
  const text = Buffer.from(bytes).toString('utf8');
  return `${text}\n${joined(text)}\n${unfolded(text)}\n${signed(text)}`;
}

/** A word that a highlight splits is in two strings of the JSON. */
function joined(text: string): string {
  if (!/^[[{]/.test(text)) return '';
  try {
    const strings: string[] = [];
    JSON.parse(text, (_, value) => {
      if (typeof value === 'string') strings.push(value);
      return value;
    });
    return `${strings.join('\n')}\n${strings.join('')}`;
  } catch {
    return '';
  }
}

/** Joins folded lines of a calendar file. */
const unfolded = (text: string): string =>
  text.startsWith('BEGIN:VCALENDAR') ? text.replace(/\r\n[ \t]/g, '') : '';

/** The payload of a signed token is only encoded, not encrypted. */
const signed = (text: string): string =>
  [...text.matchAll(/eyJ[\w-]+\.(eyJ[\w-]+)\./g)]
    .map(([, payload]) => Buffer.from(payload ?? '', 'base64url').toString('utf8'))
    .join('\n');

/** A written mail with its headers and both bodies, decoded. */
export async function mailWords(raw: string): Promise<string> {
  const { subject, from, to, text, html, headers } = await PostalMime.parse(raw);
  const heads = headers.map(({ key, value }) => `${key}: ${value}`);
  const all = [
    raw,
    subject,
    from?.name,
    ...(to ?? []).map(({ name, address }) => `${name} ${address}`),
    text,
    html,
  ];
  return [...all, ...heads].join('\n');
}
