import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { endpoints } from '#shared/contract/contract.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { ERRORS, type ErrorCode, errorBody } from '#shared/contract/errors.ts';
import { PRODUCT_VERSION } from '../version.ts';

/** `/docs/records/:id` as OpenAPI writes it. */
const openApiPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

function possibleErrors(endpoint: Endpoint): ErrorCode[] {
  const always: ErrorCode[] = ['invalid', 'not_found', 'conflict', 'internal', 'unavailable'];
  const signedIn: ErrorCode[] =
    endpoint.who === 'anyone' ? ['rate_limited'] : ['unauthenticated', 'forbidden', 'idempotency_mismatch'];
  return [
    ...always,
    ...signedIn,
    ...(endpoint.body ? (['too_large'] as const) : []),
    ...(endpoint.errors ?? []),
  ];
}

function responses(endpoint: Endpoint): ZodOpenApiOperationObject['responses'] {
  const success = endpoint.raw
    ? { description: 'See the summary' }
    : { description: 'Done', content: { 'application/json': { schema: endpoint.result ?? z.null() } } };
  const errors: Record<string, string[]> = {};
  for (const code of possibleErrors(endpoint)) {
    const status = String(ERRORS[code].status);
    errors[status] = [...(errors[status] ?? []), code];
  }
  const failures = Object.fromEntries(
    Object.entries(errors).map(([status, codes]) => [
      status,
      { description: [...new Set(codes)].join(', '), content: { 'application/json': { schema: errorBody } } },
    ]),
  );
  return { [String(endpoint.status ?? 200)]: success, ...failures } as ZodOpenApiOperationObject['responses'];
}

function operation(name: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, key]) => key as string);
  const path =
    endpoint.params ??
    (named.length > 0 ? z.object(Object.fromEntries(named.map((key) => [key, z.string()]))) : undefined);
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(endpoint.who === 'anyone' ? { security: [] } : {}),
    requestParams: {
      ...(path ? { path: path as z.ZodObject } : {}),
      ...(endpoint.query ? { query: endpoint.query as z.ZodObject } : {}),
    },
    ...(endpoint.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: endpoint.body } } } }
      : {}),
    responses: responses(endpoint),
  };
}

let document: unknown;

/** The endpoint table as OpenAPI 3.1, made once. */
export function openApiDocument(): unknown {
  if (document) return document;
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const [name, endpoint] of endpoints) {
    const path = openApiPath(endpoint.path);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  document = createDocument({
    openapi: '3.1.0',
    info: { title: 'Legajo', version: PRODUCT_VERSION },
    servers: [{ url: '/api' }],
    security: [{ identity: [] }],
    components: { securitySchemes: { identity: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths: paths as ZodOpenApiPathsObject,
  });
  return document;
}
