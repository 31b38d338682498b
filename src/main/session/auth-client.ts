import type { z } from 'zod';
import { contract } from '#shared/contract.ts';
import { certificateTrouble } from '#shared/platform/certificate-trouble.ts';
import { errorBody } from '#shared/platform/errors.ts';
import { DesktopError } from '../errors.ts';
import type { Fetch } from '../settings/server-address.ts';

const CALL_LIMIT_MS = 30_000;
type AuthCall = 'signIn' | 'answerChallenge' | 'refresh' | 'signOut';

/**
 * One of the calls that the main process makes itself: those with a password or a refresh token in them.
 *
 * @throws DesktopError with the server's code and sentence; `offline` when no answer came, or what is amiss with its certificate
 */
export async function callAuth<N extends AuthCall>(
  fetch: Fetch,
  server: string,
  name: N,
  body: z.input<(typeof contract)[N]['body']>,
): Promise<z.output<(typeof contract)[N]['result']>> {
  const endpoint = contract[name];
  let status: number;
  let answer: unknown;
  try {
    const response = await fetch(`${server}/api${endpoint.path}`, {
      method: endpoint.method,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_LIMIT_MS),
      // A password, or what renews a session, must not follow a redirect to another server.
      redirect: 'error',
    });
    status = response.status;
    answer = await response.json().catch(() => null);
  } catch (error) {
    throw new DesktopError(certificateTrouble(error) ?? 'offline');
  }
  if (status >= 400) {
    const refused = errorBody.safeParse(answer);
    // Something between us and the server answered (a proxy, a gateway): that is no refusal by the server.
    if (!refused.success) throw new DesktopError('offline');
    const { code, message, details } = refused.data.error;
    throw new DesktopError(code, message, details);
  }
  const result = endpoint.result.safeParse(answer);
  if (!result.success) throw new DesktopError('offline');
  return result.data as z.output<(typeof contract)[N]['result']>;
}
