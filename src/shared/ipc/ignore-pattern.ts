import { z } from 'zod';
import { isIgnored } from '../platform/names.ts';

/** Patterns of one's own, of files that are not synced: names, in which `*` stands for anything. */

export const PATTERN_MAX = 100;
export const PATTERNS_MAX = 100;

/** What is wrong with a pattern, as the page says it. */
export type PatternProblem = 'empty' | 'slash' | 'long' | 'characters';

/** Nothing that a name could not hold: such a pattern would cover nothing, and its person believe that it does. */
const NEVER_IN_A_NAME = /[?"<>|:\p{Cc}]/u;

/** What is wrong with a pattern; null where nothing is. */
export function patternProblem(pattern: string): PatternProblem | null {
  const text = pattern.trim();
  if (text === '') return 'empty';
  if (/[/\\]/.test(text)) return 'slash';
  if (text.length > PATTERN_MAX) return 'long';
  return NEVER_IN_A_NAME.test(text) ? 'characters' : null;
}

/** Names that have nothing in common but that they are documents. */
const ORDINARY = ['Informe final.docx', 'plano.pdf', 'Ñandú 2026.xlsx', 'foto.jpg'];

/** Whether hardly anything would be synced any more: somebody should say that it is meant. */
export const coversEverything = (pattern: string): boolean =>
  ORDINARY.every((name) => isIgnored(name, [pattern]));

export const ignorePattern = z
  .string()
  .trim()
  .refine((text) => patternProblem(text) === null);
export const ignorePatterns = z.array(ignorePattern).max(PATTERNS_MAX);
