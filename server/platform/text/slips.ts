/** With fewer letters nearly every slip is another word. */
const MIN_LETTERS = 5;
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * The words that somebody may have meant by a word without accents, each one slip away: a letter that is missing, one
 * too many, a wrong one, or two that changed places. Empty for short words and for numbers.
 */
export function slipsOf(word: string): string[] {
  if (word.length < MIN_LETTERS || !/^[a-z]+$/.test(word)) return [];
  const meant = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const before = word.slice(0, at);
    const [one = '', other = ''] = word.slice(at);
    const after = word.slice(at + 1);
    meant.add(before + after);
    if (other !== '') meant.add(before + other + one + after.slice(1));
    for (const letter of ALPHABET) {
      meant.add(before + letter + one + after);
      meant.add(before + letter + after);
    }
  }
  meant.delete(word);
  return [...meant];
}
