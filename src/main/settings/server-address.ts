import { z } from 'zod';
import { contract } from '#shared/contract.ts';
import type { ServerCheck } from '#shared/ipc/desktop.ts';
import { certificateTrouble } from '#shared/platform/certificate-trouble.ts';
import { DesktopError } from '../errors.ts';
import { readUrl } from '../url.ts';

/** What the main process needs of `fetch`: Electron's, which knows the system's proxies, or Node's in tests. */
export type Fetch = (
  url: string,
  init?: {
    method?: string;
    headers?: Record<string, string>;
    body?: string;
    signal?: AbortSignal;
    redirect?: 'error';
  },
) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>;

const CHECK_LIMIT_MS = 10_000;

/** Names and addresses that only this machine can reach: plain http is no risk there. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * The origin of what a person typed. Without a scheme it is https, but for this very machine.
 *
 * @throws DesktopError invalid_address
 */
export function parseAddress(text: string): URL {
  const typed = text.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : guessScheme(typed);
  const url = readUrl(withScheme);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password || !url.hostname) {
    throw new DesktopError('invalid_address');
  }
  return new URL(url.origin);
}

function guessScheme(typed: string): string {
  const host = readUrl(`http://${typed}`)?.hostname ?? '';
  return `${isLoopback(host) ? 'http' : 'https'}://${typed}`;
}

/**
 * Asks an address whether it is a Legajo server (GET /api/health).
 *
 * @throws DesktopError invalid_address, server_unreachable, not_legajo, or what is amiss with its certificate
 */
export async function checkServer(fetch: Fetch, address: string): Promise<ServerCheck> {
  const url = parseAddress(address);
  let answer: unknown;
  try {
    const response = await fetch(`${url.origin}/api${contract.health.path}`, {
      signal: AbortSignal.timeout(CHECK_LIMIT_MS),
    });
    answer = response.ok ? await response.json().catch(() => null) : null;
  } catch (error) {
    throw new DesktopError(certificateTrouble(error) ?? 'server_unreachable');
  }
  const health = contract.health.result.safeParse(answer);
  if (!health.success) throw new DesktopError('not_legajo');
  return {
    server: url.origin,
    version: health.data.version,
    environment: health.data.environment,
    insecure: url.protocol === 'http:' && !isLoopback(url.hostname),
  };
}

/** What is read back from the settings file, which anybody may have edited. */
export const storedOrigin = z
  .string()
  .refine((text) => /^https?:/.test(text) && readUrl(text)?.origin === text);
