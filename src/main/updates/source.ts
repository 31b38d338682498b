import { z } from 'zod';
import { readUrl } from '../url.ts';
import type { UpdateSource } from './signed-provider.ts';

const source = z.object({ url: z.string(), publicKey: z.string().min(1) });

/** Whether installers may come from an address: https, or this very computer's own. */
function isTakenFrom(address: string): boolean {
  const url = readUrl(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === '127.0.0.1');
}

/**
 * Where updates come from, as it was said when the app was packaged (LEGAJO_UPDATES in scripts/lib/packaging/updates.mjs);
 * null for an app that nobody publishes updates for.
 */
export function updateSource(text: string | undefined): UpdateSource | null {
  if (!text) return null;
  try {
    const read = source.parse(JSON.parse(text));
    return isTakenFrom(read.url) ? read : null;
  } catch {
    return null;
  }
}
