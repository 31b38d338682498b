import type { z } from 'zod';
import { createTexts } from './create-texts.ts';
import es from './sentences-es.json' with { type: 'json' };

const t = createTexts(es);
const formats: Readonly<Record<string, string>> = es.format;
const rules: Readonly<Record<string, string>> = es.rules;

/** One Spanish sentence for each kind of issue: zod's own texts are not written for people. */
function sentenceFor(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? t('missing') : t('type');
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum));
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum));
    case 'invalid_format':
      return formats[issue.format] ?? t('format.other');
    case 'invalid_value':
      return t('choice');
    case 'custom':
      return customSentence(issue.message);
    default:
      return t('other');
  }
}

function tooSmall(origin: string, minimum: number): string {
  if (origin === 'string') return minimum === 1 ? t('tooSmall.empty') : t('tooSmall.text', { minimum });
  if (origin === 'array') return minimum === 1 ? t('tooSmall.nothing') : t('tooSmall.list', { minimum });
  return t('tooSmall.number', { minimum });
}

function tooBig(origin: string, maximum: number): string {
  if (origin === 'string') return t('tooBig.text', { maximum });
  return origin === 'array' ? t('tooBig.list', { maximum }) : t('tooBig.number', { maximum });
}

/** Sentences by field (`members.0.roles`; `_` for the whole body), the first issue of each. */
export function sentencesByField(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const issue of issues) found[issue.path.map(String).join('.') || '_'] ??= sentenceFor(issue);
  return found;
}

/** The sentence for an error that a rule found and not a schema. */
export const customSentence = (rule: string): string => rules[rule] ?? t('other');
