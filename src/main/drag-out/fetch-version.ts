import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { certificateTrouble } from '#shared/platform/certificate-trouble.ts';
import { errorBody } from '#shared/platform/errors.ts';
import { DesktopError } from '../errors.ts';

/** Bytes that are fetched for a drag: it waits for them with a button pressed. */
export const DRAG_LIMIT = 100 * 1024 * 1024;
const FETCH_LIMIT_MS = 120_000;

/** What is needed of `fetch`: Electron's, or Node's in tests. */
export type FetchFile = (
  url: string,
  init: { headers: { authorization: string }; redirect: 'error'; signal: AbortSignal },
) => Promise<{
  readonly ok: boolean;
  readonly headers: { get(name: string): string | null };
  readonly body: unknown;
  json(): Promise<unknown>;
}>;

export interface FetchedVersion {
  /** As the server calls it. */
  readonly name: string;
  /** Writes the bytes. @throws DesktopError `drag_too_large`, `drag_damaged`, `offline` */
  readonly saveTo: (path: string) => Promise<void>;
}

/**
 * Requests the bytes of a version with the person's own token, as the app's previews do: the server applies the same
 * rule as for every download.
 *
 * @throws DesktopError the server's code; `drag_too_large`; `offline` where no answer came
 */
export async function fetchVersion(
  fetch: FetchFile,
  { server, token, version }: { server: string; token: string; version: string },
  limit = DRAG_LIMIT,
): Promise<FetchedVersion> {
  const aborting = new AbortController();
  const timer = setTimeout(() => aborting.abort(), FETCH_LIMIT_MS);
  const answer = await fetch(`${server}/api/docs/versions/${version}/content`, {
    headers: { authorization: `Bearer ${token}` },
    redirect: 'error',
    signal: aborting.signal,
  }).catch((error: unknown) => {
    clearTimeout(timer);
    throw new DesktopError(certificateTrouble(error) ?? 'offline');
  });
  const stop = (code: string, message?: string): never => {
    clearTimeout(timer);
    aborting.abort();
    throw new DesktopError(code, message);
  };
  if (!answer.ok) {
    const refused = errorBody.safeParse(await answer.json().catch(() => null));
    const { code, message } = refused.success ? refused.data.error : { code: 'offline', message: '' };
    return stop(code, message);
  }
  if (Number(answer.headers.get('content-length')) > limit) return stop('drag_too_large');
  const sha256 = /[0-9a-f]{64}/.exec(answer.headers.get('etag') ?? '')?.[0];
  return {
    name: nameIn(answer.headers.get('content-disposition')),
    saveTo: async (path) => {
      const hash = createHash('sha256');
      const file = await open(path, 'wx', 0o600);
      let size = 0;
      try {
        for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
          size += chunk.byteLength;
          if (size > limit) stop('drag_too_large');
          hash.update(chunk);
          await file.writeFile(chunk);
        }
      } catch (error) {
        throw error instanceof DesktopError ? error : new DesktopError('offline');
      } finally {
        clearTimeout(timer);
        await file.close();
      }
      if (sha256 !== hash.digest('hex')) stop('drag_damaged');
    },
  };
}

/** The name in the server's own header (`contentDisposition`), which always has the encoded form. */
function nameIn(header: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1] ?? '';
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}
