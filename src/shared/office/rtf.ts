import { own } from '../platform/own.ts';
import { OfficeError } from './zip.ts';

/** Every supported engine has it, but it is in none of TypeScript's libraries that all of them share. */
declare class TextDecoder {
  constructor(encoding: string);
  decode(bytes: Uint8Array): string;
}

/** Maximum depth of groups: no program writes more. */
const DEPTH = 500;
/** Destinations whose text is not part of the document. */
const UNREAD = new Set(
  (
    'fonttbl colortbl stylesheet info pict object objdata themedata colorschememapping datastore listtable ' +
    'listoverridetable rsidtbl generator xmlnstbl latentstyles filetbl revtbl fldinst bkmkstart bkmkend shpinst nonshppict'
  ).split(' '),
);
const SYMBOLS: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  row: '\n',
  page: '\n',
  sect: '\n',
  cell: ' ',
  tab: ' ',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
};

interface Group {
  readonly unread: boolean;
  /** How many characters follow a `\u` for programs that do not know it. */
  readonly fallback: number;
}

/**
 * Reads the text of a Rich Text document. Unknown control words are skipped, as its specification requires.
 * @param limit characters after which it stops
 * @throws OfficeError corrupt, where it is none
 */
export function readRtf(bytes: Uint8Array, limit: number): { text: string; cut: boolean } {
  const source = new TextDecoder('latin1').decode(bytes);
  if (!source.startsWith('{\\rtf')) throw new OfficeError('corrupt');
  const page = Number(/\\ansicpg(\d{3,5})/.exec(source.slice(0, 2000))?.[1] ?? 1252);
  const decoder = codePage(page);
  const groups: Group[] = [];
  let group: Group = { unread: false, fallback: 1 };
  let text = '';
  /** How many fallback characters are still to be skipped. */
  let behind = 0;
  const put = (letters: string): void => {
    if (behind > 0) behind -= 1;
    else if (!group.unread) text += letters;
  };
  const token =
    /[{}]|\\'([0-9a-fA-F]{2})|\\([a-z]{1,32})(-?\d{1,10})? ?|\\([^a-z])|[\r\n]+|[^\\{}\r\n]+|\\/gy;
  for (let found = token.exec(source); found; found = token.exec(source)) {
    const [whole, hex, word, number, symbol] = found;
    if (whole === '{') {
      if (groups.length >= DEPTH) throw new OfficeError('corrupt');
      groups.push(group);
    } else if (whole === '}') group = groups.pop() ?? group;
    else if (hex) put(decoder.decode(Uint8Array.of(Number.parseInt(hex, 16))));
    else if (word === 'bin') token.lastIndex += Math.max(0, Number(number) || 0);
    else if (word === 'u') {
      const code = Number(number);
      if (!group.unread) text += String.fromCharCode(code < 0 ? code + 0x1_0000 : code);
      behind = group.fallback;
    } else if (word === 'uc') group = { ...group, fallback: Math.min(10, Math.max(0, Number(number) || 0)) };
    else if (word) {
      if (UNREAD.has(word)) group = { ...group, unread: true };
      else if (!group.unread) text += own(SYMBOLS, word) ?? '';
    } else if (symbol === '*') group = { ...group, unread: true };
    else if (symbol === '~') put(' ');
    else if (symbol === '\\' || symbol === '{' || symbol === '}') put(symbol);
    else if (symbol === undefined && whole !== '\\' && !/^[\r\n]/.test(whole)) {
      const passed = Math.min(behind, whole.length);
      behind -= passed;
      if (!group.unread) text += whole.slice(passed);
    }
    if (text.length > limit) return { text: text.slice(0, limit), cut: true };
  }
  return { text, cut: false };
}

function codePage(page: number): TextDecoder {
  try {
    return new TextDecoder(page === 10_000 ? 'macintosh' : `windows-${page}`);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
