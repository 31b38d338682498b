import { readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Upload } from '@tus/server';

/**
 * What is known of each upload beside its bytes: `<key>.json` next to them, for every process. One that is killed while it writes
 * leaves no half of it: what cannot be read counts as not there, and its client starts over.
 */
export class UploadInfo {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async get(key: string): Promise<Upload | undefined> {
    try {
      const info: unknown = JSON.parse(await readFile(this.#path(key), 'utf8'));
      return isUpload(info) ? info : undefined;
    } catch {
      return undefined;
    }
  }

  /** Half of a description, as a killed process leaves it, is no JSON: so it need not be written aside. */
  async set(key: string, upload: Upload): Promise<void> {
    await writeFile(this.#path(key), JSON.stringify(upload), { mode: 0o600 });
  }

  async delete(key: string): Promise<void> {
    await unlink(this.#path(key)).catch(() => undefined);
  }

  #path(key: string): string {
    return join(this.#folder, `${key}.json`);
  }
}

function isUpload(value: unknown): value is Upload {
  return Number.isSafeInteger((value as Partial<Upload> | null)?.size);
}
