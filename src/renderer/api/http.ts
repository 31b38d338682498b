import axios, { type AxiosRequestConfig, type AxiosResponse } from 'axios';
import { type Area, areaOf } from '#shared/platform/endpoint.ts';
import { serverUrl } from '../platform/platform.ts';
import { toApiError } from './errors.ts';

/**
 * Milliseconds after which a call is given up. Uploads are not sent by this client (they have no time limit:
 * docs/domain/limits.md, specification §9).
 */
const TIMEOUT_MS = 60_000;

const hosts: Readonly<Record<Area, string | undefined>> = {
  core: import.meta.env.VITE_API_CORE,
  docs: import.meta.env.VITE_API_DOCS,
  events: import.meta.env.VITE_API_EVENTS,
};

/**
 * The base address of an endpoint: the three areas may lie on three hosts, and are one by default
 * (docs/protocols/rest.md).
 */
export const baseUrlOf = (path: string): string => hosts[areaOf(path)] ?? `${serverUrl()}/api`;

const instance = axios.create({ timeout: TIMEOUT_MS });

/** One request, without a session. Throws ApiError. */
export async function request<T>(path: string, config: AxiosRequestConfig): Promise<AxiosResponse<T>> {
  try {
    return await instance.request<T>({ ...config, url: `${baseUrlOf(path)}${path}` });
  } catch (error) {
    throw toApiError(error);
  }
}

/** A UUID, also in an insecure context, where `crypto.randomUUID` is missing. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
