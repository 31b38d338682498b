import { beforeAll, describe, expect, it } from 'vitest';
import { contract, type EndpointName, endpoints } from '#shared/contract.ts';
import type { Endpoint } from '#shared/platform/endpoint.ts';
import { createConformance } from '../testing/fuzz/conformance.ts';
import { createFuzzedCompany, type FuzzedCompany } from '../testing/fuzz/fuzzed-company.ts';
import { inputOf } from '../testing/fuzz/fuzzed-input.ts';
import { expectedRequest, hostileRequests, type Shot, show } from '../testing/fuzz/hostile-requests.ts';
import { HOSTILE_TEXTS } from '../testing/fuzz/hostile-values.ts';
import { type TestClient, useTestServer } from '../testing/http.ts';

/** Number of requests at a time. */
const AT_ONCE = 8;
/** Text that must never be in an answer: paths of the server's code, or messages of the database. */
const LEAK = /node_modules|\.ts:\d|\n\s+at |file:\/\/|violates|syntax error at|relation "|pg_|kysely/i;

describe('every endpoint, fuzzed from its schema', () => {
  const unlimited = { perAccount: 1_000_000, perAddress: 1_000_000 };
  const server = useTestServer({
    config: { signInFailures: unlimited, logLevel: 'silent', trustProxy: 1 },
  });
  const nonconformity = createConformance();
  let company: FuzzedCompany;
  let client: TestClient;

  beforeAll(async () => {
    company = await createFuzzedCompany(server());
    client = company.client;
  });

  /** A parameter such as `..` or an empty one leads to another address, whose answers are described elsewhere. */
  const leadsTo = (name: EndpointName, path: string): boolean => {
    const steps = (address: string) => address.split('/').filter(Boolean).length;
    return steps(new URL(path, 'http://server').pathname) === steps(contract[name].path);
  };

  /** What is wrong with an answer; undefined where nothing is. */
  async function fault({ what, path, init }: Shot, name?: EndpointName): Promise<string | undefined> {
    const response = await client.fetch(path, init);
    const text = await response.text();
    const undescribed =
      name && !(contract[name] as Endpoint).raw && leadsTo(name, path) && nonconformity(name, response, text);
    if (undescribed) return `${what}: ${undescribed}`;
    // The bytes of these records do not exist.
    const withoutBytes = response.status === 503 && name === 'versionContent';
    if (response.status >= 500 && !withoutBytes) return `${what}: ${response.status} ${text}`;
    if (LEAK.test(text)) return `${what}: ${text.slice(0, 300)}`;
    if (response.status < 400 || init.method === 'HEAD') return undefined;
    const { error } = JSON.parse(text) as { error?: { code?: string; message?: string } };
    if (!error?.code || !error.message) return `${what}: ${response.status} without code or sentence`;
    return undefined;
  }

  async function faults(shots: readonly Shot[], name?: EndpointName): Promise<string[]> {
    const found: string[] = [];
    const waiting = [...shots];
    const worker = async (): Promise<void> => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const wrong = await fault(next, name);
        if (wrong) found.push(wrong);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return found.sort();
  }

  const fuzzed = endpoints.filter(([, endpoint]) => !endpoint.raw).map(([name]) => name);

  it.each(fuzzed)('%s never breaks', async (name: EndpointName) => {
    const input = inputOf(company, name);
    const expected = expectedRequest(contract[name], input);
    // Otherwise only the first check of the input would ever be tested.
    const answer = await client.fetch(expected.path, expected.init);
    const text = answer.text();
    expect(`${answer.status} ${await text}`).not.toMatch(/^[45]00/);

    const undescribed = nonconformity(name, answer, await text);
    expect(undescribed).toBeUndefined();
    expect(await faults(hostileRequests(contract[name], input), name)).toEqual([]);
    expect((await client.call('session')).status).toBe(200);
  });

  /** Endpoints that answer files and streams. Without the headers that a client sends, they answer errors. */
  const streamed = endpoints.filter(([, { raw, path }]) => raw && path !== '/realtime').map(([name]) => name);

  it.each(streamed)('%s never breaks either', async (name: EndpointName) => {
    expect(await faults(hostileRequests(contract[name], inputOf(company, name)), name)).toEqual([]);
    expect((await client.call('session')).status).toBe(200);
  });

  it('takes no harm from what stands in headers', async () => {
    const printable = HOSTILE_TEXTS.filter((text) => /^[\x20-\x7e]*$/.test(text) && text.length < 8000);
    const headers = [
      'authorization', 'cookie', 'idempotency-key', 'x-operation-token', 'range', 'accept-encoding',
      'content-encoding', 'x-forwarded-for',
    ]; // biome-ignore format: a list of names
    const shots = headers.flatMap((header) =>
      printable.map((text) => ({
        what: `${header}: ${show(text)}`,
        path: header === 'cookie' ? '/auth/refresh' : '/docs/clients',
        init: {
          method: 'POST',
          headers: { 'content-type': 'application/json', [header]: text },
          body: '{}',
        },
      })),
    );
    expect(await faults(shots)).toEqual([]);
  });

  it('takes no harm from paths that lead nowhere', async () => {
    const paths = [
      '/', '//', '/%', '/%00', '/%ff', '/..%2f..%2fetc', '/users/%2e%2e', '/nada', '/files/x', '/files/%00',
      '/docs/uploads/%00', '/docs/uploads/..%2f..', '/docs/versions/x/content', '/docs/versions/%00/content',
    ]; // biome-ignore format: a list of paths
    const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];
    const shots = paths.flatMap((path) =>
      methods.map((method) => ({ what: `${method} ${path}`, path, init: { method } })),
    );
    expect(await faults(shots)).toEqual([]);
  });

  it('keeps prototypes as they were', () => {
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});
