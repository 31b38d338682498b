/** Below this confidence (of 100) the recognizer guesses: photographs are full of such words. */
const SURE = 55;
const COLUMNS = 12;

/**
 * The words that tesseract is sure of, in lines, out of its table (`tsv`): level, page, block, paragraph, line, word,
 * place, confidence, text.
 */
export function sureWords(table: string): string {
  const lines = new Map<string, string[]>();
  for (const row of table.split('\n').slice(1)) {
    const cells = row.split('\t');
    const [, , block, paragraph, line] = cells;
    const text = cells[COLUMNS - 1]?.trim() ?? '';
    if (cells.length !== COLUMNS || text === '' || Number(cells[COLUMNS - 2]) < SURE) continue;
    const key = `${block} ${paragraph} ${line}`;
    const words = lines.get(key);
    if (words) words.push(text);
    else lines.set(key, [text]);
  }
  const found = [...lines.values()].map((words) => words.join(' ')).join('\n');
  // Single letters and signs come from the grain of the picture.
  return /\p{L}{3}/u.test(found) ? found : '';
}
