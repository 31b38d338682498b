import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Upload } from '@tus/server';

/**
 * What is known of each upload beside its bytes: `<key>.json` next to them. A process that is killed while it writes
 * leaves no half of one; what cannot be read counts as not there, and its client starts over.
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

  async set(key: string, upload: Upload): Promise<void> {
    const path = this.#path(key);
    await writeFile(`${path}.new`, JSON.stringify(upload), { mode: 0o600 });
    await rename(`${path}.new`, path);
  }

  async delete(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  #path(key: string): string {
    return join(this.#folder, `${key}.json`);
  }
}

function isUpload(value: unknown): value is Upload {
  return typeof value === 'object' && value !== null && Number.isSafeInteger((value as Upload).size);
}
