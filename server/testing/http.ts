import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { contract, type EndpointName } from '#shared/contract.ts';
import type { SignIn, Tokens } from '#shared/identity/auth.schemas.ts';
import type { CallInput, CallResult, Endpoint } from '#shared/platform/endpoint.ts';
import type { ErrorBody } from '#shared/platform/errors.ts';
import { type Config, loadConfig } from '../config.ts';
import { type Running, startServer } from '../container.ts';
import type { Engine } from '../platform/db/client.ts';
import { createFactories, type Factories, TEST_PASSWORD } from './factories.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

type Contract = typeof contract;

export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body: the result for a status below 400, otherwise the error. */
  readonly body: T & Partial<ErrorBody>;
}

/** Calls the server as one person, or as nobody, over HTTP. */
export interface TestClient {
  readonly token: string | null;
  readonly refreshToken: string | null;
  /** Makes a call of the contract, and returns the answer whatever its status. */
  call<N extends EndpointName>(
    name: N,
    input?: Partial<CallInput<Contract[N]>>,
    headers?: Record<string, string>,
  ): Promise<Answer<CallResult<Contract[N]>>>;
  /** Makes a call that must succeed. @throws with the server's message if it fails */
  ok<N extends EndpointName>(
    name: N,
    input?: Partial<CallInput<Contract[N]>>,
    headers?: Record<string, string>,
  ): Promise<CallResult<Contract[N]>>;
  /** Any request below `/api`, with this client's token. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export interface TestServer {
  readonly url: string;
  readonly running: Running;
  readonly database: TestDatabase;
  readonly config: Config;
  readonly make: Factories;
  readonly anyone: TestClient;
  /** Signs in by e-mail; the factories give everybody the same password. */
  signIn(email: string, options?: Partial<SignIn>): Promise<TestClient>;
  /** Advances the server's clock (`deps.now`), in milliseconds. */
  advance(seconds: number): void;
  /** The server's time stands from now on, except for `advance`. */
  stopClock(): void;
  /** Stops the server and starts another one with the same database and folder. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface TestServerOptions {
  /**
   * PostgreSQL where nothing is said: a server starts on it for a third of the processor time. Tests that are about what
   * the database does run on both (`testEngines`); the matrix of endpoints and callers runs on PGlite.
   */
  readonly engine?: Engine;
  readonly config?: Partial<Config>;
  /** Receives the lines of the log. */
  readonly logTo?: DestinationStream;
}

/** Fills parameters and query into a path such as `/users/:id`. */
export function pathOf(endpoint: Endpoint, input: { params?: object; query?: object } = {}): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) query.set(name, String(value));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** @param base a function, because a restart may change the address */
export function createTestClient(base: () => string, tokens: Partial<Tokens> = {}): TestClient {
  const token = tokens.idToken ?? null;
  const request = (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
    return fetch(`${base()}/api${path}`, { ...init, headers });
  };
  const client: TestClient = {
    token,
    refreshToken: tokens.refreshToken ?? null,
    fetch: request,
    async call(name, input = {}, headers = {}) {
      const endpoint: Endpoint = contract[name];
      const { body, ...rest } = input as { params?: object; query?: object; body?: unknown };
      const response = await request(pathOf(endpoint, rest), {
        method: endpoint.method,
        headers: { ...(endpoint.body ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(endpoint.body ? { body: JSON.stringify(body ?? {}) } : {}),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: (text === '' ? null : JSON.parse(text)) as never,
      };
    },
    async ok(name, input, headers) {
      const answer = await client.call(name, input, headers);
      if (answer.status >= 400)
        throw new Error(`${name} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
  };
  return client;
}

/** A complete server on its own port, with a fresh database and data folder. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = await openTestDatabase(options.engine ?? 'postgres');
  const dataDir = await mkdtemp(join(tmpdir(), 'legajo-server-'));
  const config: Config = {
    ...loadConfig({
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO: 'no',
      OPEN: 'no',
      LOG_LEVEL: 'error',
      // Most tests upload random bytes, which need not be read.
      FILE_TEXTS: 'no',
      // Fixed, so that answers are the same on every machine; the reader has a test of its own.
      OCR: 'no',
      // The shortest time, the same on every machine.
      PASSWORD_HASH_MS: '0',
      // Off, because generated requests are faster than any person's; the limit has a test of its own.
      CALLS_PER_MINUTE: '1000000',
      PAGES: 'no',
    }),
    databaseUrl: database.url,
    ...options.config,
  };
  let ahead = 0;
  let stopped: number | undefined;
  const now = (): Date => new Date((stopped ?? Date.now()) + ahead * 1000);
  // The database survives a restart of the server.
  const start = (): Promise<Running> =>
    startServer(config, {
      ...{ database: { ...database, close: async () => undefined }, now },
      logTo: options.logTo,
    });
  let running = await start();
  const base = (): string => running.address;

  return {
    get url() {
      return running.address;
    },
    get running() {
      return running;
    },
    database,
    config,
    make: createFactories(database.db),
    anyone: createTestClient(base),
    async signIn(email, given = {}) {
      const input = { email, password: TEST_PASSWORD, client: 'api' as const, ...given };
      const result = await createTestClient(base).ok('signIn', { body: input });
      if ('challenge' in result) throw new Error(`${email} has to answer ${result.challenge}`);
      return createTestClient(base, result);
    },
    advance(seconds) {
      ahead += seconds;
    },
    stopClock() {
      stopped = Date.now();
    },
    async restart() {
      await running.stop();
      running = await start();
    },
    async stop() {
      await running.stop();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** One server for the tests of the enclosing `describe`. @returns a function to get it inside a test */
export function useTestServer(options: TestServerOptions = {}): () => TestServer {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startTestServer(options);
  });
  afterAll(async () => {
    await server?.stop();
    server = undefined;
  });
  return () => {
    if (!server) throw new Error('The test server is there inside tests and hooks only');
    return server;
  };
}

/**
 * A second process with the database and the folder of a server, for the tests of the enclosing `describe`. @returns a
 * function to get it inside a test
 */
export function useOtherProcess(server: () => TestServer, config: Partial<Config> = {}): () => Running {
  let other: Running | undefined;
  beforeAll(async () => {
    const { config: first, database } = server();
    // The first server closes the database.
    const shared = { ...database, close: async () => undefined };
    other = await startServer({ ...first, port: 0, ...config }, { database: shared });
  });
  afterAll(async () => {
    await other?.stop();
    other = undefined;
  });
  return () => {
    if (!other) throw new Error('The other process is there inside tests and hooks only');
    return other;
  };
}
