import { z } from 'zod';
import { isIgnored } from '../platform/files/ignored-names.ts';

/** A person's own patterns of files that are not synced: names, in which `*` matches anything. */

export const PATTERN_MAX = 100;
export const PATTERNS_MAX = 100;

/** What is wrong with a pattern, as the page says it. */
export type PatternProblem = 'empty' | 'slash' | 'long' | 'characters';

/** Characters that no name can have: such a pattern would match nothing, without its person knowing. */
const NEVER_IN_A_NAME = /[?"<>|:\p{Cc}]/u;

/** What is wrong with a pattern; null where nothing is. */
export function patternProblem(pattern: string): PatternProblem | null {
  const text = pattern.trim();
  if (text === '') return 'empty';
  if (/[/\\]/.test(text)) return 'slash';
  if (text.length > PATTERN_MAX) return 'long';
  return NEVER_IN_A_NAME.test(text) ? 'characters' : null;
}

/** Ordinary document names with nothing in common. */
const ORDINARY = ['Informe final.docx', 'plano.pdf', 'Ñandú 2026.xlsx', 'foto.jpg'];

/** Whether a pattern would leave hardly anything to sync: the person should confirm it. */
export const coversEverything = (pattern: string): boolean =>
  ORDINARY.every((name) => isIgnored(name, [pattern]));

export const ignorePattern = z
  .string()
  .trim()
  .refine((text) => patternProblem(text) === null);
export const ignorePatterns = z.array(ignorePattern).max(PATTERNS_MAX);
