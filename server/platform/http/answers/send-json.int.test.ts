import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints } from '#shared/contract.ts';
import { TEST_PASSWORD } from '../../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';

/** Names of texts that are secrets, whatever the answer. */
const SECRET = /token|secret|^ur[il]$|recovery|^session$|devicekey/i;

/** The names of a schema's properties that are texts or lists of texts. */
function textsOf(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found;
  const { properties } = schema as {
    properties?: Record<string, { type?: string; items?: { type?: string } }>;
  };
  for (const [name, each] of Object.entries(properties ?? {}))
    if (each.type === 'string' || each.items?.type === 'string') found.add(name);
  for (const each of Object.values(schema)) textsOf(each, found);
  return found;
}

it('every endpoint whose answer holds a secret says so in the table', () => {
  const unsaid = endpoints.flatMap(([name, { result, secret }]) => {
    if (!result || secret) return [];
    const schema = z.toJSONSchema(result, { unrepresentable: 'any', io: 'output' });
    return [...textsOf(schema)].filter((each) => SECRET.test(each)).map((each) => `${name}: ${each}`);
  });
  expect(unsaid).toEqual([]);
});

describe('answers in JSON', () => {
  const server = useTestServer();
  let client: TestClient;
  let email: string;

  beforeAll(async () => {
    const { make } = server();
    const organization = await make.organization();
    const libraries = [];
    for (let at = 0; at < 20; at += 1) libraries.push(await make.library(organization, `Biblioteca ${at}`));
    const person = await make.person(organization, {
      libraries: libraries.map((library) => [library, ['upload']]),
    });
    email = person.email;
    client = await server().signIn(person.email);
  });

  /** A call by Node itself, which leaves the body as it came. */
  const raw = (
    path: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }> =>
    new Promise((done, fail) => {
      const call = request(
        `${server().url}/api${path}`,
        {
          method: body ? 'POST' : 'GET',
          headers: {
            ...(client.token ? { authorization: `Bearer ${client.token}` } : {}),
            ...(body ? { 'content-type': 'application/json' } : {}),
            ...headers,
          },
        },
        (answer) => {
          const pieces: Buffer[] = [];
          answer.on('data', (piece: Buffer) => pieces.push(piece));
          answer.on('end', () =>
            done({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces) }),
          );
        },
      );
      call.on('error', fail).end(body && JSON.stringify(body));
    });
  const BROWSER = 'gzip, deflate, br, zstd';

  it.each([
    [BROWSER, 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ] as const)('go to a client that takes "%s" as %s', async (takes, encoding, open) => {
    const plain = await raw('/openapi.json', {});
    const { status, headers, body } = await raw('/openapi.json', { 'accept-encoding': takes });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers.vary).toMatch(/accept-encoding/i);
    expect(open(body).equals(plain.body)).toBe(true);
    if (encoding) expect(body.length).toBeLessThan(plain.body.length / 5);
  });

  it('of the contract are compressed, with the ETag of what they say', async () => {
    const path = '/groups/by/member';
    const plain = await raw(path, {});
    const packed = await raw(path, { 'accept-encoding': BROWSER });
    expect(plain.body.length).toBeGreaterThan(2_000);
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.body).equals(plain.body)).toBe(true);
    expect(packed.headers.etag).toBe(plain.headers.etag);
    const again = await raw(path, {
      'accept-encoding': BROWSER,
      'if-none-match': String(packed.headers.etag),
    });
    expect([again.status, again.body.length, again.headers['content-encoding']]).toEqual([304, 0, undefined]);
  });

  it('are sent as they are where they are short', async () => {
    const { headers } = await raw('/health', { 'accept-encoding': BROWSER });
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Accept-Encoding']);
  });

  it('are not compressed where they hold a token and a text of the caller', async () => {
    const long = 'Firefox de la sala de reuniones';
    for (const as of ['web', 'api']) {
      const signedIn = await raw(
        '/auth/sign-in',
        { 'accept-encoding': BROWSER },
        {
          email,
          password: TEST_PASSWORD,
          client: as,
          device: long,
        },
      );
      expect(signedIn.status).toBe(200);
      // What may be compressed says so, also where it is too short for that.
      expect([signedIn.headers['content-encoding'], signedIn.headers.vary]).toEqual([undefined, undefined]);
      expect(JSON.parse(signedIn.body.toString())).toHaveProperty('idToken');
    }
  });
});
