import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileStorage } from '../../platform/storage/file-storage.ts';
import type { Storage } from '../../platform/storage/storage.ts';

export const MIB = 1024 ** 2;
export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A storage in a temporary folder, without a server and a database around it. */
export interface TestStorage {
  readonly dataDir: string;
  readonly storage: Storage;
  /** The hashes of blocks, which the database would hold. */
  readonly blocks: Map<string, Uint8Array>;
  /** The contents that were told to be damaged, in order. */
  readonly damaged: string[];
  /** Another storage on the same folder, as after a restart. */
  opened(): Promise<Storage>;
  /** Where a content lies. */
  keptAt(sha256: string): string;
  /** As a broken disk does it, or somebody who may write there: one byte, and the size stays. */
  damage(sha256: string, at: number): void;
  /** A file that came in and is not kept yet. */
  temporary(bytes: Buffer): { readonly path: string; readonly sha256: string; readonly size: number };
  /** The names of such files. */
  temporaries(): string[];
  remove(): void;
}

export async function openTestStorage(): Promise<TestStorage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'legajo-storage-'));
  const blocks = new Map<string, Uint8Array>();
  const damaged: string[] = [];
  const opened = () =>
    openFileStorage(dataDir, {
      blocks: {
        find: async (sha256) => blocks.get(sha256) ?? null,
        keep: async (more) => {
          for (const [sha256, hashes] of more) blocks.set(sha256, hashes);
        },
      },
      onDamaged: (sha256) => damaged.push(sha256),
    });
  const storage = await opened();
  const keptAt = (sha256: string) => join(dataDir, 'files', sha256.slice(0, 1), sha256);
  return {
    ...{ dataDir, storage, blocks, damaged, opened, keptAt },
    damage(sha256, at) {
      chmodSync(keptAt(sha256), 0o600);
      const file = openSync(keptAt(sha256), 'r+');
      const byte = Buffer.alloc(1);
      readSync(file, byte, 0, 1, at);
      writeSync(file, Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, at);
      closeSync(file);
    },
    temporary(bytes) {
      const path = join(storage.incoming, randomUUID());
      writeFileSync(path, bytes);
      return { path, sha256: sha256Of(bytes), size: bytes.length };
    },
    temporaries: () => readdirSync(storage.incoming),
    remove: () => rmSync(dataDir, { recursive: true }),
  };
}
