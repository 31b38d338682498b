import { ApiError, toApiError } from './errors.ts';
import { baseUrlOf } from './http.ts';
import { currentToken } from './session.ts';

/** The bytes of a version, requested with the caller's own token: no link is created that others could use. */
export async function fetchBytes(path: string, head: number | undefined, signal: AbortSignal): Promise<Blob> {
  const token = await currentToken();
  const answer = await fetch(`${baseUrlOf(path)}${path}`, {
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(head ? { range: `bytes=0-${head - 1}` } : {}),
    },
    signal,
  }).catch((error: unknown) => {
    throw toApiError(error);
  });
  if (!answer.ok) {
    const body = (await answer.json().catch(() => null)) as {
      error?: { code: string; message: string; details?: unknown };
    } | null;
    throw new ApiError(
      answer.status,
      body?.error?.code ?? 'unknown',
      body?.error?.message ?? answer.statusText,
      body?.error?.details,
    );
  }
  return answer.blob();
}
