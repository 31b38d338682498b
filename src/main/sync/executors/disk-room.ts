import { type Files, FilesError } from '../ports/files.ts';

const MIB = 1 << 20;

/**
 * Bytes of a disk that downloads leave free: people's programs need room to save, and the engine to copy what they have
 * saved. A hundredth of the disk, within these bounds.
 */
const KEPT_SHARE = 0.01;
const KEPT_LEAST = 8 * MIB;
const KEPT_MOST = 1024 * MIB;

export const keptFree = (total: number): number =>
  Math.min(KEPT_MOST, Math.max(KEPT_LEAST, total * KEPT_SHARE));

/** Room that a running download may still fill. */
export interface Claim {
  /** Notes how many of its bytes are on the disk by now. */
  noteWritten(bytes: number): void;
  /** Gives back what is left of it. */
  end(): void;
}

const UNLIMITED: Claim = { noteWritten() {}, end() {} };

/**
 * Room on the disk of the sync folder, shared by all downloads of one engine. A download is begun only where the whole
 * of it fits: a disk that is filled to its last byte stops every other program too.
 */
export class DiskRoom {
  /** Bytes that running downloads may still write. */
  private promised = 0;
  private lent = false;
  private readonly files: Files;

  constructor(files: Files) {
    this.files = files;
  }

  /**
   * Claims room for several downloads, in their order. One that replaces a file of at least its size may take half of
   * what is kept free: the replaced file gives that back.
   * @param wanted the bytes that each has still to write at its path, and those of the file that it replaces
   * @returns for each its claim, or a `full` error with the bytes that it needs
   */
  async claim(
    wanted: readonly { readonly path: string; readonly bytes: number; readonly replaces?: number }[],
  ): Promise<readonly (Claim | FilesError)[]> {
    const space = await this.files.space();
    if (!space) return wanted.map(() => UNLIMITED);
    const kept = keptFree(space.total);
    return wanted.map(({ path, bytes, replaces = 0 }) => {
      const free = space.free - kept - this.promised;
      if (bytes === 0 || bytes <= free) return this.promise(bytes);
      if (bytes > replaces || bytes > free + kept / 2) return new FilesError('full', path, 'ENOSPC');
      this.lent = true;
      return this.promise(bytes);
    });
  }

  /** Bytes that downloads may fill; `undefined` where the disk does not say. Below 0 where too little is free already. */
  async free(): Promise<number | undefined> {
    const space = await this.files.space();
    return space && space.free - keptFree(space.total);
  }

  /** Whether a download has taken of what is kept free since the last call. */
  takeLent(): boolean {
    const { lent } = this;
    this.lent = false;
    return lent;
  }

  private promise(bytes: number): Claim {
    let left = bytes;
    this.promised += left;
    const leave = (next: number) => {
      this.promised += next - left;
      left = next;
    };
    return {
      noteWritten: (written) => leave(Math.max(0, bytes - written)),
      end: () => leave(0),
    };
  }
}
