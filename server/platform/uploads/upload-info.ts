import { readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Upload } from '@tus/server';

/**
 * The description of each upload: `<key>.json` beside its bytes, for every process. One that a killed process left
 * half-written cannot be read and counts as missing, so its client starts over.
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

  /** Half of a description is no valid JSON, so it is written in place. */
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
