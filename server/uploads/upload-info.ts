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
  /** What this process has seen lately, so that an upload is not described from the disk again and again. */
  readonly #recent = new Map<string, Upload>();
  /** Of these there is no file. */
  readonly #unwritten = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async get(key: string): Promise<Upload | undefined> {
    const recent = this.#recent.get(key);
    if (recent) return recent;
    try {
      const info: unknown = JSON.parse(await readFile(this.#path(key), 'utf8'));
      if (!isUpload(info)) return undefined;
      this.#keep(key, info);
      return info;
    } catch {
      return undefined;
    }
  }

  /** Half of a description, as a killed process leaves it, is no JSON: so it need not be written aside. */
  async set(key: string, upload: Upload): Promise<void> {
    await writeFile(this.#path(key), JSON.stringify(upload), { mode: 0o600 });
    this.#keep(key, upload);
    this.#unwritten.delete(key);
  }

  /** For an upload whose description need not outlive the process. */
  remember(key: string, upload: Upload): void {
    this.#keep(key, upload);
    this.#unwritten.add(key);
  }

  isRemembered(key: string): boolean {
    return this.#recent.has(key);
  }

  /** There is no file of it. */
  isOnlyRemembered(key: string): boolean {
    return this.#unwritten.has(key);
  }

  forget(key: string): void {
    this.#recent.delete(key);
    this.#unwritten.delete(key);
  }

  async delete(key: string): Promise<void> {
    this.forget(key);
    await unlink(this.#path(key)).catch(() => undefined);
  }

  #keep(key: string, upload: Upload): void {
    this.#recent.set(key, upload);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > REMEMBERED && oldest) this.forget(oldest);
  }

  #path(key: string): string {
    return join(this.#folder, `${key}.json`);
  }
}

function isUpload(value: unknown): value is Upload {
  return typeof value === 'object' && value !== null && Number.isSafeInteger((value as Upload).size);
}
