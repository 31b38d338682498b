import { type UseMutationOptions, type UseQueryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { Contract, EndpointName } from '#shared/contract.ts';
import type { CallInput, CallResult } from '#shared/platform/endpoint.ts';
import { invalidate } from './cache.ts';
import { type CallEntry, calls } from './calls.ts';
import { ApiError } from './errors.ts';
import { newId, request } from './http.ts';
import { queryClient, SEEN_MS } from './query-client.ts';
import { askSecondStep, currentToken, forget, tokenAfter } from './session.ts';

/** Endpoints that speak JSON. The raw ones (tus, contents) have clients of their own. */
export type JsonEndpoint = {
  [N in EndpointName]: Contract[N] extends { raw: true } ? never : N;
}[EndpointName];
export type GetEndpoint = {
  [N in JsonEndpoint]: Contract[N]['method'] extends 'GET' ? N : never;
}[JsonEndpoint];
export type Input<N extends JsonEndpoint> = CallInput<Contract[N]>;
export type Result<N extends JsonEndpoint> = CallResult<Contract[N]>;

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** For a POST that a person repeats: with the same key it is the same call. Otherwise a new one is made. */
  idempotencyKey?: string;
  /** The one-operation token of a sync message. */
  operationToken?: string;
}

const fill = (path: string, params: Record<string, string> = {}): string =>
  path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));

function headersFor(
  entry: CallEntry,
  token: string | undefined,
  options: CallOptions,
): Record<string, string> {
  const keyed = entry.method === 'POST' && !entry.path.startsWith('/auth/');
  return {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(keyed ? { 'idempotency-key': options.idempotencyKey ?? newId() } : {}),
    ...(options.operationToken ? { 'x-operation-token': options.operationToken } : {}),
  };
}

async function send<T>(entry: CallEntry, input: Parts, options: CallOptions): Promise<T> {
  const path = fill(entry.path, input.params);
  const once = async (headers: Record<string, string>): Promise<T> => {
    const answer = await request<T>(path, {
      method: entry.method ?? 'GET',
      params: input.query,
      data: input.body,
      headers,
      ...(options.signal ? { signal: options.signal } : {}),
    });
    return answer.data;
  };
  const token = entry.open ? undefined : await currentToken();
  // Made once: a retry with a renewed token is the same operation, with the same idempotency key.
  const headers = headersFor(entry, token, options);
  try {
    return await once(headers);
  } catch (error) {
    if (token && error instanceof ApiError && error.code === 'disabled') forget();
    if (error instanceof ApiError && error.code === 'second_step_required') askSecondStep();
    // Other answers with 401 are about the input: a wrong current password, a code.
    if (!token || !(error instanceof ApiError) || error.code !== 'unauthenticated') throw error;
    const renewed = await tokenAfter(token);
    if (!renewed) throw error;
    return once({ ...headers, authorization: `Bearer ${renewed}` });
  }
}

/** One call of the contract, not cached. A call other than GET invalidates what it makes stale; nothing else does. */
export async function call<N extends JsonEndpoint>(
  name: N,
  input: Input<N>,
  options: CallOptions = {},
): Promise<Result<N>> {
  const entry = calls[name];
  const result = await send<Result<N>>(entry, input as Parts, options);
  if (entry.method && !entry.path.startsWith('/auth/')) {
    void invalidate(['anything', ...(entry.changes ?? [])]);
  }
  return result;
}

/** The query of a GET: its key, its call, and whether it may be served from the cache. */
export function endpointQuery<N extends GetEndpoint>(name: N, input: Input<N>) {
  const entry = calls[name];
  return {
    queryKey: [name, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => call(name, input, { signal }),
    ...(entry.noCache ? { staleTime: 0, gcTime: 0 } : {}),
  };
}

type QueryExtras<N extends GetEndpoint> = Omit<
  UseQueryOptions<Result<N>, Error, Result<N>, readonly [N, Input<N>]>,
  'queryKey' | 'queryFn'
>;

/** A GET for a screen. */
export function useEndpoint<N extends GetEndpoint>(name: N, input: Input<N>, extras: QueryExtras<N> = {}) {
  const query = useQuery<Result<N>, Error, Result<N>, readonly [N, Input<N>]>({
    ...endpointQuery(name, input),
    ...extras,
  });
  return query.isError && query.data !== undefined && isUnanswered(query.error) ? lastSeen(query) : query;
}

/**
 * Whether nobody answered. A refusal is an answer, and so is an error of the server: those are shown where they occur.
 */
const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** Keeps what was loaded before on the screen; the missing connection is shown above all screens. */
function lastSeen<Q extends { data: unknown }>(query: Q): Q {
  return { ...query, status: 'success', isSuccess: true, isError: false, isRefetchError: false, error: null };
}

/**
 * A GET that is never served from the cache (`noCache`) while the server answers. Otherwise what was loaded last is
 * shown.
 */
export function useFreshEndpoint<N extends GetEndpoint>(name: N, input: Input<N>) {
  const query = useEndpoint(name, input, { refetchOnMount: 'always', gcTime: SEEN_MS });
  return query.data !== undefined && !query.isFetchedAfterMount ? notYet(query) : query;
}

/** Hides cached data until the server was asked. */
function notYet<Q extends { data: unknown }>(query: Q): Q {
  return { ...query, data: undefined, status: 'pending', isPending: true, isSuccess: false };
}

/** A GET outside of a screen, through the same cache. */
export const fetchEndpoint = <N extends GetEndpoint>(name: N, input: Input<N>): Promise<Result<N>> =>
  queryClient.fetchQuery(endpointQuery(name, input));

/** A call that changes something, for a screen. */
export function useCall<N extends JsonEndpoint>(
  name: N,
  options: Omit<UseMutationOptions<Result<N>, Error, Input<N>>, 'mutationFn'> = {},
) {
  return useMutation<Result<N>, Error, Input<N>>({ mutationFn: (input) => call(name, input), ...options });
}
