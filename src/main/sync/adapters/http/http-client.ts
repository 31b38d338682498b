import axios, { type AxiosInstance, type AxiosRequestConfig, type AxiosResponse } from 'axios';
import { contract, type EndpointName } from '#shared/contract.ts';
import type { CallInput, CallResult, Endpoint } from '#shared/platform/endpoint.ts';
import { Network } from '../network.ts';
import { answerOf, noAnswer, remoteError } from './http-errors.ts';

/** Gives identity tokens; `renew` requests a new one after a refusal. */
export interface TokenSource {
  token(renew: boolean): Promise<string>;
}

export interface CallOptions {
  /** Idempotency-Key. */
  readonly opId?: string | undefined;
  /** One-operation token of a screen. */
  readonly operationToken?: string | undefined;
  /** Milliseconds until the call is given up; a minute where it is missing. */
  readonly timeoutMs?: number;
}

/** What axios sends. A function makes the body anew for each attempt, which a stream needs. */
export type Request = Omit<AxiosRequestConfig, 'data'> & { readonly data?: unknown };

const JSON_TIMEOUT_MS = 60_000;
/** An answer is given up after this long, even if it never pauses. */
const JSON_TOTAL_MS = 180_000;
/** Far more than the longest page of the feed: a longer answer is not our server's, compressed or not. */
const JSON_BYTES = 64 * 1024 ** 2;
/** Given up when the server takes no more of a body, or does not answer after it, for this long. */
const BODY_IDLE_MS = 120_000;

/** The typed HTTP client of the engine, made from the endpoint table. */
export class HttpClient {
  /** Origin of the server, without a slash at its end. */
  readonly origin: string;
  readonly network: Network;
  private readonly tokens: TokenSource;
  private readonly http: AxiosInstance;

  constructor(origin: string, tokens: TokenSource, network: Network = new Network(origin)) {
    this.origin = origin.replace(/\/+$/, '');
    this.network = network;
    this.tokens = tokens;
    this.http = axios.create({
      baseURL: `${this.origin}/api`,
      // No redirects: they could carry the token to another origin.
      maxRedirects: 0,
      maxBodyLength: Number.POSITIVE_INFINITY,
      // After decompression. Whoever reads a stream must count its bytes.
      maxContentLength: JSON_BYTES,
      timeout: BODY_IDLE_MS,
      validateStatus: () => true,
      // Not the environment's proxy: ours is in the agent.
      proxy: false,
    });
  }

  /** A call of the contract. Throws `RemoteError`. */
  async call<N extends EndpointName>(
    name: N,
    input: CallInput<(typeof contract)[N]>,
    options: CallOptions = {},
  ): Promise<CallResult<(typeof contract)[N]>> {
    const endpoint: Endpoint = contract[name];
    const { params, query, body } = input as { params?: object; query?: object; body?: unknown };
    const headers: Record<string, string> = {};
    if (options.opId) headers['idempotency-key'] = options.opId;
    if (options.operationToken) headers['x-operation-token'] = options.operationToken;
    const response = await this.request({
      method: endpoint.method,
      url: fill(endpoint.path, params),
      headers,
      timeout: options.timeoutMs ?? JSON_TIMEOUT_MS,
      signal: AbortSignal.timeout(JSON_TOTAL_MS),
      ...(query ? { params: query } : {}),
      ...(body === undefined ? {} : { data: body }),
    });
    if (response.status >= 300) throw remoteError(response, response.data);
    return (endpoint.result ? answerOf(endpoint.result, response) : undefined) as CallResult<
      (typeof contract)[N]
    >;
  }

  /** Any request with this person's token, whatever its answer. Throws `RemoteError` where no answer comes. */
  async request(config: Request): Promise<AxiosResponse> {
    const first = await this.attempt(config, false);
    // A token may expire between two calls.
    return first.status === 401 ? this.attempt(config, true) : first;
  }

  /** A token for what axios does not send: tus and the realtime socket. `renew` where the last one was refused. */
  token(renew = false): Promise<string> {
    return this.tokens.token(renew);
  }

  private async attempt({ data, signal, ...config }: Request, renew: boolean): Promise<AxiosResponse> {
    const token = await this.tokens.token(renew);
    const { agent, ended } = this.network;
    try {
      return await this.http.request({
        ...config,
        signal: signal ? AbortSignal.any([signal as AbortSignal, ended]) : ended,
        ...(data === undefined ? {} : { data: typeof data === 'function' ? data() : data }),
        httpAgent: agent,
        httpsAgent: agent,
        ...(config.responseType === 'stream' ? { maxContentLength: Number.POSITIVE_INFINITY } : {}),
        headers: { ...config.headers, authorization: `Bearer ${token}` },
      });
    } catch (error) {
      throw noAnswer(error);
    }
  }
}

function fill(path: string, params: object | undefined): string {
  const values = (params ?? {}) as Record<string, unknown>;
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
}
