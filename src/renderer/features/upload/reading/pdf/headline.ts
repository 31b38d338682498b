import { toTitle } from '../titles.ts';
import type { Line } from './lines.ts';

/** How much larger than the body a title is. */
const LARGER = 1.2;
/** Lines of one size that are one title. */
const LINES = 4;
/** Lines whose sizes differ by less than this part are of one size. */
const SAME = 0.05;

/** The size that most letters have. */
function bodySize(lines: readonly Line[]): number {
  const letters = new Map<number, number>();
  for (const { text, size } of lines) {
    if (size > 0) letters.set(size, (letters.get(size) ?? 0) + text.trim().length);
  }
  let body = 0;
  for (const [size, count] of letters) if (count > (letters.get(body) ?? 0)) body = size;
  return body;
}

/**
 * The line or lines with the largest letters of the first page, if they are clearly larger than the body. What is no
 * title, such as a number or a date, is passed over.
 * @param others lines of further pages, which tell the body's size of a cover
 */
export function headline(first: readonly Line[], others: readonly Line[]): string | undefined {
  const least = LARGER * bodySize([...first, ...others]);
  const sizes = [...new Set(first.map(({ size }) => size))]
    .filter((size) => size > 0 && size >= least)
    .sort((a, b) => b - a);
  for (const size of sizes) {
    const isSame = (line: Line | undefined): boolean =>
      line !== undefined && line.size <= size && line.size >= size * (1 - SAME);
    for (let at = 0; at < first.length; at += 1) {
      if (!isSame(first[at])) continue;
      let end = at;
      // Lines without letters may stand between the lines of one title.
      while (end < first.length && end - at < LINES && (isSame(first[end]) || !first[end]?.text.trim()))
        end += 1;
      const text = first
        .slice(at, end)
        .map((line) => line.text)
        .join(' ');
      if (toTitle(text)) return text;
      at = end - 1;
    }
  }
  return undefined;
}
