/** Lower-cases and removes accents, letter by letter, so that positions in both texts are the same. */
export function fold(text: string): string {
  let folded = '';
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    const plain = letter.charCodeAt(0) < 128 ? letter : (letter.normalize('NFD')[0] ?? letter);
    const small = plain.toLowerCase();
    folded += /\s/.test(small) ? ' ' : small.length === 1 ? small : letter;
  }
  return folded;
}

/** Positions of a word in a text, both folded. Matches do not overlap; at most `limit`. */
export function placesOf(text: string, wanted: string, limit: number): number[] {
  const places: number[] = [];
  if (wanted === '') return places;
  for (
    let at = text.indexOf(wanted);
    at >= 0 && places.length < limit;
    at = text.indexOf(wanted, at + wanted.length)
  ) {
    places.push(at);
  }
  return places;
}
