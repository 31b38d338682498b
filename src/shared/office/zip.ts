import { Unzip, UnzipInflate, unzipSync } from 'fflate';

/** The time of all entries in our zips: the computer's own date may be outside of what a zip can hold. */
export const ZIP_TIME = new Date(2020, 0, 1);

/** Limits for opening an office document, in bytes and entries. */
export interface ZipLimits {
  readonly entries: number;
  /** The unpacked size of one entry, and of all that are opened. */
  readonly entryBytes: number;
  readonly unpackedBytes: number;
}

/** Why an office document cannot be opened. */
export type OfficeFault = 'encrypted' | 'corrupt' | 'too_large';

export class OfficeError extends Error {
  override readonly name = 'OfficeError';
  readonly reason: OfficeFault;

  constructor(reason: OfficeFault) {
    super(reason);
    this.reason = reason;
  }
}

/** Bytes given to the inflater at a time: a bomb grows a thousandfold, so the size is checked after each. */
const PUSH = 8 * 1024;

/** The entries of an office document, unpacked one at a time and within the limits. */
export class ZipEntries {
  readonly #bytes: Uint8Array;
  readonly #limits: ZipLimits;
  readonly #names = new Set<string>();
  #unpacked = 0;

  /** @throws OfficeError */
  constructor(bytes: Uint8Array, limits: ZipLimits) {
    this.#bytes = bytes;
    this.#limits = limits;
    // An office document with a password is no zip but a compound file.
    if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new OfficeError('encrypted');
    this.#open(({ name }) => {
      if (this.#names.size >= limits.entries) throw new OfficeError('too_large');
      this.#names.add(name);
      return false;
    });
  }

  get names(): string[] {
    return [...this.#names];
  }

  /**
   * Null where there is no such entry. Unpacks at most as many bytes as the entry says it has.
   * @throws OfficeError
   */
  read(wanted: string): Uint8Array | null {
    if (!this.#names.has(wanted)) return null;
    let taken = false;
    const files = this.#open(({ name, originalSize }) => {
      // Of two entries with one name only the first is unpacked.
      if (name !== wanted || taken) return false;
      taken = true;
      this.#unpacked += originalSize;
      if (originalSize > this.#limits.entryBytes || this.#unpacked > this.#limits.unpackedBytes) {
        throw new OfficeError('too_large');
      }
      return true;
    });
    return files[wanted] ?? null;
  }

  /**
   * Unpacks an entry from its beginning for as long as `take` wants more; the rest costs nothing.
   * @param take false stops it
   * @throws OfficeError
   */
  readHead(wanted: string, take: (piece: Uint8Array) => boolean): void {
    if (!this.#names.has(wanted)) return;
    let going = true;
    let broken = false;
    let thrown: { readonly by: unknown } | undefined;
    const unzip = new Unzip((file) => {
      if (file.name !== wanted || !going) return;
      file.ondata = (error, piece, final) => {
        if (!going) return;
        if (error) {
          broken = true;
          going = false;
          return;
        }
        try {
          going = take(piece) && !final;
        } catch (by) {
          // The caller has enough. The error is kept apart, because the inflater would treat it as its own.
          thrown = { by };
          going = false;
        }
      };
      file.start();
    });
    unzip.register(UnzipInflate);
    try {
      for (let at = 0; at < this.#bytes.length && going; at += PUSH) {
        unzip.push(this.#bytes.subarray(at, at + PUSH), at + PUSH >= this.#bytes.length);
      }
    } catch {
      broken = true;
    }
    if (thrown) throw thrown.by;
    if (broken) throw new OfficeError('corrupt');
  }

  #open(filter: (entry: { name: string; originalSize: number }) => boolean): Record<string, Uint8Array> {
    try {
      return unzipSync(this.#bytes, { filter });
    } catch (error) {
      throw error instanceof OfficeError ? error : new OfficeError('corrupt');
    }
  }
}
