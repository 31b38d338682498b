import type { Request } from 'express';
import type { z } from 'zod';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { ApiError } from '../errors.ts';
import { sentenceFor } from './sentences.ts';

const INPUTS = ['params', 'query', 'body'] as const;

/**
 * A request's parameters, query and body, parsed by the endpoint's schemas.
 * @throws invalid with a Spanish sentence per field
 */
export function parseInput(endpoint: Endpoint, req: Request): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const details: Record<string, string> = {};
  for (const part of INPUTS) {
    const schema = endpoint[part];
    if (!schema) continue;
    // Without its input an issue cannot tell what is missing from what is of a wrong type.
    const given = part === 'body' ? (req.body ?? {}) : req[part];
    const parsed = schema.safeParse(given, { reportInput: true });
    if (parsed.success) input[part] = parsed.data;
    else collect(parsed.error.issues, details);
  }
  if (Object.keys(details).length > 0) throw new ApiError('invalid', details);
  return input;
}

function collect(issues: readonly z.core.$ZodIssue[], details: Record<string, string>): void {
  for (const issue of issues) {
    const field = issue.path.length > 0 ? issue.path.map(String).join('.') : '_';
    details[field] ??= sentenceFor(issue);
  }
}
