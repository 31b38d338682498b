import { unzipSync } from 'fflate';
import PostalMime from 'postal-mime';

/** All the words in an answer's bytes, in whatever they are packed: zips in zips, and pieces of sentences joined again. */
export function wordsIn(bytes: Uint8Array): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    return Object.entries(unzipSync(bytes))
      .map(([name, entry]) => `${name}\n${wordsIn(entry)}`)
      .join('\n');
  }
  const text = Buffer.from(bytes).toString('utf8');
  return `${text}\n${joined(text)}\n${unfolded(text)}\n${signed(text)}`;
}

/** A word that a highlight cuts in two stands in two strings of the JSON. */
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

/** Long lines of a calendar are folded. */
const unfolded = (text: string): string =>
  text.startsWith('BEGIN:VCALENDAR') ? text.replace(/\r\n[ \t]/g, '') : '';

/** What stands in the middle of a signed token is only encoded. */
const signed = (text: string): string =>
  [...text.matchAll(/eyJ[\w-]+\.(eyJ[\w-]+)\./g)]
    .map(([, payload]) => Buffer.from(payload ?? '', 'base64url').toString('utf8'))
    .join('\n');

/** A written mail with its head, both of its bodies, and their encodings taken off. */
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
