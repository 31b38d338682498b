/** A run of the original text, and whether it is one of the words that were asked for. */
export interface Segment {
  text: string;
  hit: boolean;
}

/** Where a word stands in a text, or a code. */
export interface Range {
  from: number;
  to: number;
  /** As many words as it counts for in a passage. */
  words: number;
}

const SNIPPET_CHARACTERS = 180;
/** So few come before the first hit that a narrow row, which cuts the end of its passage, still shows it. */
const BEFORE_HIT = 24;

/** A passage of about 180 characters around the densest hits, cut between words; null where there is none. */
export function passageOf(text: string, hits: readonly Range[]): Segment[] | null {
  const best = densest(hits);
  if (best === undefined) {
    return null;
  }
  const start = wordStart(text, Math.max(0, best - BEFORE_HIT), best);
  const end = wordEnd(text, Math.min(text.length, start + SNIPPET_CHARACTERS));
  const inside = hits
    .filter((hit) => hit.from >= start && hit.to <= end)
    .map((hit) => ({ ...hit, from: hit.from - start, to: hit.to - start }));
  const piece = segments(text.slice(start, end), inside).map(({ text: run, hit }) => ({
    text: run.replace(/\s+/gu, ' '),
    hit,
  }));
  const before = start > 0 ? [{ text: '… ', hit: false }] : [];
  const after = end < text.length ? [{ text: ' …', hit: false }] : [];
  return [...before, ...piece, ...after];
}

/** In the order of the text; those that overlap are one. */
export function apart(ranges: readonly Range[]): Range[] {
  const whole: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = whole.at(-1);
    if (last && range.from < last.to) {
      last.to = Math.max(last.to, range.to);
      last.words = Math.max(last.words, range.words);
    } else whole.push({ ...range });
  }
  return whole;
}

/** The whole text in segments; joined, they are the text. */
export function segments(text: string, hits: readonly Range[]): Segment[] {
  const parts: Segment[] = [];
  let at = 0;
  for (const { from, to } of hits) {
    parts.push({ text: text.slice(at, from), hit: false }, { text: text.slice(from, to), hit: true });
    at = to;
  }
  parts.push({ text: text.slice(at), hit: false });
  return parts.filter((part) => part.text !== '');
}

/** Where the window with most hits begins. */
function densest(hits: readonly Range[]): number | undefined {
  let best: number | undefined;
  let most = 0;
  let inside = 0;
  let last = 0;
  for (const hit of hits) {
    let next = hits[last];
    while (next && next.to - hit.from <= SNIPPET_CHARACTERS - BEFORE_HIT) {
      inside += next.words;
      last += 1;
      next = hits[last];
    }
    if (inside > most || best === undefined) {
      most = inside;
      best = hit.from;
    }
    inside -= hit.words;
  }
  return best;
}

/** Where the next word begins, before the hit. */
function wordStart(text: string, at: number, hit: number): number {
  if (at === 0) {
    return 0;
  }
  const space = text.slice(at, hit).search(/\s/u);
  return space < 0 ? at : at + space + 1;
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) {
    return text.length;
  }
  const space = text.lastIndexOf(' ', at);
  return space > at - 40 && space > 0 ? space : at;
}
