import { type KnownContents, RemoteError } from '../../ports/remote.ts';
import type { Work } from './work.ts';

/**
 * Which of these contents are versions of documents. A server that cannot tell holds nothing back. Throws `RemoteError` where it
 * does not answer at all.
 */
export async function knownTo(work: Pick<Work, 'remote'>, hashes: readonly string[]): Promise<KnownContents> {
  try {
    return await work.remote.knownContents(hashes);
  } catch (error) {
    const isAway = !(error instanceof RemoteError) || ['offline', 'unauthorized'].includes(error.kind);
    if (isAway) throw error;
    return new Map();
  }
}
