import { unzipSync } from 'fflate';
import { EXTRACT_LIMITS, NoText } from './extraction.ts';

/** The entries of an office document, unpacked one at a time and never beyond the limits. */
export class ZipEntries {
  readonly #bytes: Uint8Array;
  readonly #names = new Set<string>();
  #unpacked = 0;

  /** @throws NoText corrupt, too_large, encrypted */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    // What Office keeps behind a password is no zip but a compound file.
    if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new NoText('encrypted');
    this.#open(({ name }) => {
      if (this.#names.size >= EXTRACT_LIMITS.entries) throw new NoText('too_large');
      this.#names.add(name);
      return false;
    });
  }

  get names(): string[] {
    return [...this.#names];
  }

  /**
   * Null where there is no such entry. It is unpacked into as many bytes as it says to have, and not one more.
   * @throws NoText too_large, corrupt
   */
  read(wanted: string): Uint8Array | null {
    if (!this.#names.has(wanted)) return null;
    let taken = false;
    const files = this.#open(({ name, originalSize }) => {
      // Two entries of one name would be unpacked twice.
      if (name !== wanted || taken) return false;
      taken = true;
      this.#unpacked += originalSize;
      if (originalSize > EXTRACT_LIMITS.entryBytes || this.#unpacked > EXTRACT_LIMITS.unpackedBytes) {
        throw new NoText('too_large');
      }
      return true;
    });
    return files[wanted] ?? null;
  }

  #open(filter: (entry: { name: string; originalSize: number }) => boolean): Record<string, Uint8Array> {
    try {
      return unzipSync(this.#bytes, { filter });
    } catch (error) {
      throw error instanceof NoText ? error : new NoText('corrupt');
    }
  }
}
