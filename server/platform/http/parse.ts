import type { Request } from 'express';
import type { Endpoint } from '#shared/platform/endpoint.ts';
import { sentencesByField } from '#shared/platform/texts/sentences.ts';
import { ApiError } from '../errors.ts';

const INPUTS = ['params', 'query', 'body'] as const;

/**
 * A request's parameters, query and body, parsed by the endpoint's schemas.
 * @throws invalid with a Spanish sentence per field
 */
export function parseInput(
  endpoint: Endpoint,
  req: Pick<Request, 'params' | 'query'>,
  body: unknown = {},
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const details: Record<string, string> = {};
  for (const part of INPUTS) {
    const schema = endpoint[part];
    if (!schema) continue;
    // Without its input an issue does not show whether a value is missing or has a wrong type.
    const given = part === 'body' ? body : req[part];
    const parsed = schema.safeParse(given, { reportInput: true });
    if (parsed.success) input[part] = parsed.data;
    else
      for (const [field, sentence] of Object.entries(sentencesByField(parsed.error.issues)))
        details[field] ??= sentence;
  }
  if (Object.keys(details).length > 0) throw new ApiError('invalid', details);
  return input;
}
