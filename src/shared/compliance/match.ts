import type { JudgedFace, RuleMatch } from './rule.ts';

/** Lower case and without accents, as titles are compared. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Whether a title has the pattern's parts in order, anything between them. No expression: it cannot be made slow. */
export function titleMatches(title: string, pattern: string): boolean {
  const text = fold(title);
  let at = 0;
  for (const part of fold(pattern).split('*')) {
    const found = text.indexOf(part.trim(), at);
    if (found < 0) return false;
    at = found + part.trim().length;
  }
  return true;
}

/** Whether a document is one of those that a rule asks for, whatever its state and its dates. */
export function matches(match: RuleMatch, face: JudgedFace): boolean {
  if (match.documentType !== null && match.documentType !== face.documentType) return false;
  if (!match.labelsAll.every((label) => face.labels.includes(label))) return false;
  if (match.labelsAny.length > 0 && !match.labelsAny.some((label) => face.labels.includes(label)))
    return false;
  return match.titlePattern === '' || titleMatches(face.title, match.titlePattern);
}
