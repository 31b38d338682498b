import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../ids.ts';
import type { Storage } from './storage.ts';

export interface Kept {
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

export const keptAs = (bytes: Uint8Array): Kept => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
});

/** Stores bytes durably that this server has made, or received whole in a call. Idempotent. @throws StorageError */
export async function keepBytes(storage: Storage, bytes: Uint8Array): Promise<Kept> {
  const path = join(storage.incoming, newId());
  const kept = keptAs(bytes);
  try {
    await writeFile(path, bytes, { mode: 0o600 });
    await storage.putFile({ path, ...kept });
    return kept;
  } finally {
    await rm(path, { force: true });
  }
}
