/** One of them has a pattern of his own; documents of such a name are nobody's. */
export function patternsOf(person: string): readonly string[] {
  return person === 'Luis' ? ['*.bak'] : [];
}
