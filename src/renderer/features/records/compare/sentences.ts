/**
 * Where a text breaks: at the ends of its paragraphs, or also wherever its page was full, as in a PDF, whose lines do not
 * say which of their ends are those of paragraphs.
 */
export type Breaks = 'paragraphs' | 'lines';

export interface Sentence {
  readonly text: string;
  /** The position of its paragraph in the text. */
  readonly paragraph: number;
}

const segmenter = new Intl.Segmenter('es', { granularity: 'sentence' });

/** Words with a full stop that end no sentence. A capital letter or a number often follows them. */
const ABBREVIATED =
  /(?:^|[\s(])(?:sra?s?|srta|dra?s?|ing|arq|abog|don|dña|av|avda|depto|dpto|of|arts?|inc|nums?|núms?|nos?|n|págs?|pp?|caps?|figs?|ref|tel|ej|aprox|máx|mín|vol|ed|cf|vs|ltda|cía|sec|res|d\.s|d\.f\.l|u\.f)\.$/iu;
/** The number or the letter of a clause: what follows belongs to it. */
const NUMBERING = /^\(?(?:\d+(?:\.\d+)*|[a-z]|[ivxlc]+)[.)]+[-–]?$/iu;
/** Initials of a name. */
const INITIALS = /(?:^|\s)\p{Lu}\.$/u;
/** The end of a sentence or of a heading with a colon. */
const ENDED = /[.:;!?»”")\]]$/u;
/** What begins a paragraph: a bullet, or the number of a clause. */
const BEGINS = /^(?:[•▪◦·*–—-]\s|\(?(?:\d+(?:\.\d+)*|[a-zA-Z]|[ivxIVX]+)[.)]\s)/u;
/** The share of the longest usual line from which a line counts as full. */
const FULL = 0.75;

/** The sentences of a text, in their order. Abbreviations, initials and numbers of clauses end none. */
export function sentencesOf(text: string, breaks: Breaks): Sentence[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const paragraphs = breaks === 'lines' ? joinLines(lines) : lines;
  return paragraphs.flatMap((paragraph, at) =>
    splitParagraph(paragraph).map((sentence) => ({ text: sentence, paragraph: at })),
  );
}

function splitParagraph(paragraph: string): string[] {
  const sentences: string[] = [];
  let begun = '';
  for (const { segment } of segmenter.segment(paragraph)) {
    begun += segment;
    const text = begun.trim();
    if (NUMBERING.test(text) || ABBREVIATED.test(text) || INITIALS.test(text)) continue;
    if (text !== '') sentences.push(text);
    begun = '';
  }
  if (begun.trim() !== '') sentences.push(begun.trim());
  return sentences;
}

/** Joins lines that ended only because the page did. */
function joinLines(lines: readonly string[]): string[] {
  // Not the longest of all: one table or one address on a line of its own would make all others short.
  const lengths = lines.map(({ length }) => length).sort((a, b) => a - b);
  const full = (lengths[Math.floor(lengths.length * 0.9)] ?? 0) * FULL;
  const paragraphs: string[] = [];
  let before = '';
  for (const line of lines) {
    const isFull = before.length >= full;
    const ended = ENDED.test(before);
    const inSentence = /^\p{Ll}/u.test(line) ? isFull || !ended : isFull && !ended;
    if (before !== '' && inSentence && !BEGINS.test(line)) paragraphs.push(`${paragraphs.pop()} ${line}`);
    else paragraphs.push(line);
    before = line;
  }
  return paragraphs;
}
