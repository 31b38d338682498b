/** The ignore patterns of a person: Luis has one of his own, which his desktop does not sync. */
export function patternsOf(person: string): readonly string[] {
  return person === 'Luis' ? ['*.bak'] : [];
}
