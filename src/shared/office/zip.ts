import { Unzip, UnzipInflate, unzipSync } from 'fflate';

/** Of all parts of a zip that we make: a computer whose date is none that a zip can say would make none else. */
export const ZIP_TIME = new Date(2020, 0, 1);

/** What an office document may cost whoever opens it, in bytes and entries. */
export interface ZipLimits {
  readonly entries: number;
  /** One entry, and all that are opened, unpacked. */
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

/** Bytes handed to the inflater at a time: a bomb grows a thousandfold, and is looked at after each. */
const PUSH = 8 * 1024;

/** The entries of an office document, unpacked one at a time and never beyond the limits. */
export class ZipEntries {
  readonly #bytes: Uint8Array;
  readonly #limits: ZipLimits;
  readonly #names = new Set<string>();
  #unpacked = 0;

  /** @throws OfficeError */
  constructor(bytes: Uint8Array, limits: ZipLimits) {
    this.#bytes = bytes;
    this.#limits = limits;
    // What Office keeps behind a password is no zip but a compound file.
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
   * Null where there is no such entry. It is unpacked into as many bytes as it says to have, and not one more.
   * @throws OfficeError
   */
  read(wanted: string): Uint8Array | null {
    if (!this.#names.has(wanted)) return null;
    let taken = false;
    const files = this.#open(({ name, originalSize }) => {
      // Two entries of one name would be unpacked twice.
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
   * Unpacks an entry from its beginning for as long as `take` wants more of it: what lies behind costs nothing.
   * @param take false ends it
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
          // A parser's way of saying that it has enough; the inflater would take it for a fault of its own.
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
