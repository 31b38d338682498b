import { readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Upload } from '@tus/server';

const REMEMBERED = 5000;

/**
 * What is known of each upload beside its bytes: `<key>.json` next to them. A process that is killed while it writes
 * leaves no half of one; what cannot be read counts as not there, and its client starts over.
 */
export class UploadInfo {
  readonly #folder: string;
  /** What this process has seen lately, so that a small document is not described from the disk again and again. */
  readonly #recent = new Map<string, Upload>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async get(key: string): Promise<Upload | undefined> {
    const recent = this.#recent.get(key);
    if (recent) return recent;
    try {
      const info: unknown = JSON.parse(await readFile(this.#path(key), 'utf8'));
      if (!isUpload(info)) return undefined;
      this.#remember(key, info);
      return info;
    } catch {
      return undefined;
    }
  }

  /** Half of a description, as a killed process leaves it, is no JSON: so it need not be written aside. */
  async set(key: string, upload: Upload): Promise<void> {
    await writeFile(this.#path(key), JSON.stringify(upload), { mode: 0o600 });
    this.#remember(key, upload);
  }

  async delete(key: string): Promise<void> {
    this.#recent.delete(key);
    await unlink(this.#path(key)).catch(() => undefined);
  }

  #remember(key: string, upload: Upload): void {
    this.#recent.set(key, upload);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > REMEMBERED && oldest) this.#recent.delete(oldest);
  }

  #path(key: string): string {
    return join(this.#folder, `${key}.json`);
  }
}

function isUpload(value: unknown): value is Upload {
  return typeof value === 'object' && value !== null && Number.isSafeInteger((value as Upload).size);
}
