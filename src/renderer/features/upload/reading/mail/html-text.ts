import { Parser } from 'htmlparser2';
import { DEPTH } from '#shared/office/xml.ts';
import { TEXT_CHARACTERS } from '../plain-text.ts';

const UNREAD = new Set(['script', 'style', 'head', 'template', 'noscript']);
const ENDS_LINE = new Set([
  'p',
  'div',
  'br',
  'tr',
  'li',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
]);

/** The beginning of the text of a page of HTML. Loads nothing and runs nothing. */
export function htmlText(html: string): string {
  let text = '';
  let unread = 0;
  let depth = 0;
  const parser = new Parser({
    onopentag(name) {
      depth += 1;
      // For each element a parser's cost grows with the number of open ones.
      if (depth > DEPTH) parser.pause();
      if (UNREAD.has(name)) unread += 1;
    },
    ontext(data) {
      if (unread > 0) return;
      // Line ends of the source are no more than blanks.
      text += data.replace(/\s+/g, ' ');
      if (text.length > 2 * TEXT_CHARACTERS) parser.pause();
    },
    onclosetag(name) {
      depth -= 1;
      if (UNREAD.has(name)) unread -= 1;
      if (ENDS_LINE.has(name)) text += '\n';
      else if (name === 'td' || name === 'th') text += ' ';
    },
  });
  parser.write(html);
  return text;
}
