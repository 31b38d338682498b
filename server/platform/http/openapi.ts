import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { endpoints } from '#shared/contract.ts';
import { folder } from '#shared/documents/folders.schemas.ts';
import { record } from '#shared/documents/records.schemas.ts';
import { confirmed, version } from '#shared/documents/versions.schemas.ts';
import { label } from '#shared/labels/labels.schemas.ts';
import { group, user } from '#shared/people/people.schemas.ts';
import type { Endpoint } from '#shared/platform/endpoint.ts';
import { ERRORS, type ErrorCode, errorBody } from '#shared/platform/errors.ts';
import { review } from '#shared/reviews/reviews.schemas.ts';
import { PRODUCT_VERSION } from '../version.ts';

/** `/docs/records/:id` as OpenAPI writes it. */
const openApiPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

const errorSchema = errorBody.meta({
  id: 'Error',
  description: 'A code that stays, and a sentence for a person',
});

/** A schema that is part of many answers gets a name, and is written once. */
for (const [id, schema] of Object.entries({
  Record: record,
  Version: version,
  Confirmed: confirmed,
  Review: review,
  Folder: folder,
  Label: label,
  Group: group,
  User: user,
})) {
  z.globalRegistry.add(schema, { id });
}

/** Every answer has it; the log names it too. */
const answerHeaders = z.object({ 'x-request-id': z.string() });

/** Headers of error answers, by status. */
const ERROR_HEADERS: Readonly<Record<number, z.ZodObject>> = {
  401: answerHeaders.extend({ 'www-authenticate': z.string() }),
  416: answerHeaders.extend({ 'content-range': z.string() }),
  426: answerHeaders.extend({ upgrade: z.string() }),
  429: answerHeaders.extend({ 'retry-after': z.string() }),
};

function possibleErrors(endpoint: Endpoint): Set<ErrorCode> {
  const always: ErrorCode[] = [
    'invalid',
    'not_found',
    'conflict',
    'head_too_large',
    'internal',
    // Where the disk of the database is full, any call may need room on it.
    'storage_full',
    'unavailable',
  ];
  const signedIn: ErrorCode[] =
    endpoint.who === 'anyone'
      ? ['rate_limited']
      : ['rate_limited', 'unauthenticated', 'disabled', 'demo_local', 'forbidden', 'idempotency_mismatch'];
  const withBody: ErrorCode[] = endpoint.body ? ['too_large', 'media_type'] : [];
  const heavy: ErrorCode[] = endpoint.heavy || endpoint.heavyBeyond !== undefined ? ['busy'] : [];
  return new Set([...always, ...signedIn, ...withBody, ...heavy, ...(endpoint.errors ?? [])]);
}

/** The answers of a successful call: media type (null for no body) by status. */
const answersOf = (endpoint: Endpoint): Readonly<Record<string, string | null>> =>
  endpoint.answers ?? { [endpoint.status ?? 200]: 'application/json' };

function responses(endpoint: Endpoint): ZodOpenApiOperationObject['responses'] {
  const headers = answerHeaders;
  const successes = Object.entries(answersOf(endpoint)).map(([status, type]) => {
    const schema = endpoint.result ?? (endpoint.raw ? z.unknown() : z.null());
    return [status, { description: 'Done', headers, ...(type && { content: { [type]: { schema } } }) }];
  });
  // Answers in JSON have an ETag, which their reader can ask with.
  const unchanged =
    endpoint.method === 'GET' && answersOf(endpoint)[200] === 'application/json'
      ? [['304', { description: 'Not modified', headers }]]
      : [];
  const codes = new Map<number, ErrorCode[]>();
  for (const code of possibleErrors(endpoint)) {
    const { status } = ERRORS[code];
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  const failures = [...codes].map(([status, all]) => [
    String(status),
    {
      description: all.join(', '),
      // For what the parser refuses there is no request, and so no request id.
      ...(status === 431 ? {} : { headers: ERROR_HEADERS[status] ?? headers }),
      // An answer to HEAD has headers only.
      ...(endpoint.method === 'HEAD' ? {} : { content: { 'application/json': { schema: errorSchema } } }),
    },
  ]);
  return Object.fromEntries([
    ...successes,
    ...unchanged,
    ...failures,
  ]) as ZodOpenApiOperationObject['responses'];
}

const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{8,200}$/)
  .optional()
  .describe('The same key and body give the first answer again; another body is refused (422).');
const operationToken = z
  .string()
  .optional()
  .describe('The one-operation token of a message that a screen sent to a desktop (POST docs/operations).');

/** Headers that it reads beside Authorization. */
function headersOf(endpoint: Endpoint): z.ZodObject | undefined {
  if (endpoint.raw) return endpoint.headers as z.ZodObject | undefined;
  if (endpoint.method !== 'POST' || endpoint.who === 'anyone' || endpoint.secret) return undefined;
  const spends = endpoint.errors?.includes('operation_spent');
  return z.object({
    'Idempotency-Key': idempotencyKey,
    ...(spends ? { 'X-Operation-Token': operationToken } : {}),
  });
}

function operation(name: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const header = headersOf(endpoint);
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(endpoint.who === 'anyone' ? { security: [] } : {}),
    requestParams: {
      ...(endpoint.params ? { path: endpoint.params as z.ZodObject } : {}),
      ...(endpoint.query ? { query: endpoint.query as z.ZodObject } : {}),
      ...(header ? { header } : {}),
    },
    ...(endpoint.body
      ? {
          requestBody: {
            // Where every field may be missing, the body may be missing too.
            required: !endpoint.body.safeParse({}).success,
            content: { 'application/json': { schema: endpoint.body } },
          },
        }
      : {}),
    ...(endpoint.method === 'PATCH'
      ? { requestBody: { content: { 'application/offset+octet-stream': { schema: z.unknown() } } } }
      : {}),
    ...(endpoint.takes ? { requestBody: { content: { [endpoint.takes]: { schema: z.unknown() } } } } : {}),
    responses: responses(endpoint),
  };
}

let document: ReturnType<typeof createDocument> | undefined;

/** The endpoint table as OpenAPI 3.1, made once. */
export function openApiDocument(): ReturnType<typeof createDocument> {
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
