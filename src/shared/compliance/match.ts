import type { JudgedFace, RuleMatch } from './rule.ts';

/** Lower case and without accents, for comparing titles. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Whether a title has the pattern's parts in order. Not a regular expression, so no pattern can make it slow. */
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

/** Whether a document is one that a rule asks for, in any state and with any dates. */
export function matches(match: RuleMatch, face: JudgedFace): boolean {
  if (match.documentType !== null && match.documentType !== face.documentType) return false;
  if (!match.labelsAll.every((label) => face.labels.includes(label))) return false;
  if (match.labelsAny.length > 0 && !match.labelsAny.some((label) => face.labels.includes(label)))
    return false;
  return match.titlePattern === '' || titleMatches(face.title, match.titlePattern);
}
