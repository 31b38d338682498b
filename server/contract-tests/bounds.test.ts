import { expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '#shared/contract.ts';
import type { Endpoint } from '#shared/platform/endpoint.ts';

interface JsonSchema {
  readonly type?: unknown;
  readonly maxItems?: unknown;
}

/** The places of lists without a largest length. */
function unboundedIn(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maxItems } = schema as JsonSchema;
  return [
    ...(type === 'array' && maxItems === undefined ? [path] : []),
    ...Object.entries(schema).flatMap(([key, each]) => unboundedIn(each, `${path}/${key}`)),
  ];
}

it('every list that a call may send has a largest length: a longer one is refused before its items are looked at', () => {
  const endpoints: [string, Endpoint][] = Object.entries(contract);
  const found = endpoints.flatMap(([name, { body }]) =>
    body ? unboundedIn(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }), name) : [],
  );
  expect(found).toEqual([]);
});
